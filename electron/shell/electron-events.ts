import type Electron from 'electron';

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

/**
 * A replacement of a part of Electron, checked by `electron.d.ts`: `never` if Electron's own part could
 * not be called in the same way.
 */
export type CheckedPart<Original, Part> = Original extends Part ? Part : never;

/** The listener of the page's requests; a replacement gives it only what the till reads. */
export type BeforeRequestListener = (
  details: Pick<Electron.OnBeforeRequestListenerDetails, 'url' | 'resourceType'>,
  respond: (decision: Pick<Electron.CallbackResponse, 'cancel'>) => void,
) => void;

export type WebRequestPart = CheckedPart<
  Electron.WebRequest,
  { onBeforeRequest(listener: BeforeRequestListener | null): void }
>;
