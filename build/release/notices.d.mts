interface Licence {
  readonly name: string;
  readonly version: string;
  readonly identifier: string;
  readonly text: string;
}

export const LICENCES_FILE: string;
export function readLicences(options: {
  readonly root: string;
  readonly dist: string;
}): readonly Licence[];
