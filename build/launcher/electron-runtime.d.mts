interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly getuid?: (() => number) | undefined;
}

export function findElectronBinary(root: string, env: NodeJS.ProcessEnv): string | null;
export function windowUnavailableReason(machine: Machine): string | null;
