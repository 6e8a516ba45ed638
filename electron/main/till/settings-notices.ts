import type { RejectedStartupRequest, SettingsWarning } from '../../../shared/contract/index.ts';

/** What the status line says about the settings, beside what the parts of a till know themselves. */
export interface SettingsNotices {
  refused(): RejectedStartupRequest | null;
  warned(): SettingsWarning;
  /** A file was refused, and the till works with its old settings. */
  noteRefused(what: RejectedStartupRequest): void;
  /** Of this kind of file nothing is refused any more; of every kind, where none is named. */
  forgetRefused(option?: RejectedStartupRequest['option']): void;
  /** A file with keys and PINs that the till no longer needs is still there; null: none is. */
  noteFileLeft(file: string | null): void;
  /** Something else than the till changed these fields of the settings. */
  noteEdited(at: string, fields: readonly string[]): void;
}

/** `onChange` is called where something changed while the till may be open. */
export function createSettingsNotices(onChange: () => void): SettingsNotices {
  let refused: RejectedStartupRequest | null = null;
  let warned: SettingsWarning = { settingsEditedAt: null, settingsEdited: [], fileLeft: null };
  return {
    refused: () => refused,
    warned: () => warned,
    noteRefused: (what) => {
      refused = what;
      onChange();
    },
    forgetRefused: (option) => {
      if (refused === null || (option !== undefined && option !== refused.option)) return;
      refused = null;
      onChange();
    },
    noteFileLeft: (file) => {
      if (file === warned.fileLeft) return;
      warned = { ...warned, fileLeft: file };
      onChange();
    },
    noteEdited: (at, fields) => {
      warned = { ...warned, settingsEditedAt: at, settingsEdited: [...fields] };
    },
  };
}
