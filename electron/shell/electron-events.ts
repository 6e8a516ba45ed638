/**
 * The events that a replacement of a part of Electron emits, checked by `electron.d.ts`: a name, or
 * arguments, that Electron's `on` does not have becomes `never`, and emitting it an error. An
 * argument may have fewer properties than Electron's.
 */
export type CheckedEvents<
  Emitter extends { readonly on: unknown },
  Events extends Record<keyof Events, unknown[]>,
> = {
  [Name in keyof Events]: Emitter['on'] extends (
    event: Name,
    listener: (...args: Events[Name]) => void,
  ) => unknown
    ? Events[Name]
    : never;
};
