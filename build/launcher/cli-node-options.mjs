/**
 * Node's options for `mostrador-cli` and the chain's process, wherever they are started. Nobody can open
 * their inspector by a signal. The others collect memory earlier: Node would give short-lived objects
 * 64 MB on a large computer, and let all others grow fourfold. The process would need half as much
 * memory again for the file of a large day. Below 100 percent, it needs more processor time.
 */
export const CLI_NODE_OPTIONS = [
  '--disable-sigusr1',
  '--max-semi-space-size=2',
  '--heap-growing-percent=100',
];
