import { isIPv4 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { hostSchema } from '../../../../../shared/contract/index.ts';

/** Networks of containers and virtual machines, which no till is in. */
const VIRTUAL_INTERFACE = /^(docker|br-|veth|virbr|vmnet|lxc|lxd|cni|tap)/;

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** Lists the addresses that this computer has in a shop's network. */
function listPrivateAddresses(interfaces: Interfaces): readonly string[] {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL_INTERFACE.test(name))
    .flatMap(([, list]) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return [...new Set(addresses.filter(isPrivateAddress))];
}

function isPrivateAddress(address: string): boolean {
  const [first = 0, second = 0] = address.split('.').map(Number);
  return (
    isIPv4(address) &&
    (first === 10 ||
      (first === 172 && second >= 16 && second <= 31) ||
      (first === 192 && second === 168))
  );
}

/**
 * Returns the address that the tills use: the given one, otherwise that of before if the computer
 * still has it, otherwise its only one.
 */
export function chooseHostAddress(
  option: string | undefined,
  previous: string | null,
  interfaces: Interfaces = networkInterfaces(),
): string {
  if (option !== undefined) return parseAddressOption(option);
  const hasPrevious = Object.values(interfaces).some((list) =>
    list?.some(({ address }) => address === previous),
  );
  // A name stays right when the address changes.
  if (previous !== null && (hasPrevious || !isIPv4(previous))) return previous;
  const addresses = listPrivateAddresses(interfaces);
  const [only, other] = addresses;
  if (only === undefined) {
    throw new Error(
      "This computer has no address in a shop's network (10.…, 172.16.… to 172.31.…, 192.168.…). Connect it to the network of the tills, and run this again; or name its address with --address.",
    );
  }
  if (other === undefined) return only;
  throw new Error(
    `This computer has several addresses: ${addresses.join(', ')}. Name the one in the network of the tills: --address ${only}`,
  );
}

function parseAddressOption(text: string): string {
  const parsed = hostSchema.safeParse(text.trim());
  if (parsed.success && !parsed.data.includes(':')) return parsed.data;
  throw new Error(
    `--address must be an IPv4 address or a name that the tills can resolve, without a port, not ${text}.`,
  );
}
