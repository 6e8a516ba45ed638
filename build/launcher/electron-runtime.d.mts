interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly getuid?: (() => number) | undefined;
}

export function electronBinary(root: string, env: NodeJS.ProcessEnv): string | null;
export function whyNoWindow(machine: Machine): string | null;
