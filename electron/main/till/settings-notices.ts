import type { RejectedStartupRequest, SettingsWarning } from '../../../shared/contract/index.ts';

/** The notices about the settings for the status line, besides those of the till's parts. */
export interface SettingsNotices {
  refused(): RejectedStartupRequest | null;
  warned(): SettingsWarning;
  /** A file was refused, and the till uses its old settings. */
  noteRefused(request: RejectedStartupRequest): void;
  /** Clears the refused request of this option; of every option if none is given. */
  forgetRefused(option?: RejectedStartupRequest['option']): void;
  /** A file with keys and PINs that the till no longer needs still exists; null: none does. */
  noteFileLeft(file: string | null): void;
  /** These fields of the settings were changed by something other than the till. */
  noteEdited(at: string, fields: readonly string[]): void;
}

/** `onChange` is called when a notice changed while the till may be open. */
export function createSettingsNotices(onChange: () => void): SettingsNotices {
  let refused: RejectedStartupRequest | null = null;
  let warned: SettingsWarning = { settingsEditedAt: null, settingsEdited: [], fileLeft: null };
  return {
    refused: () => refused,
    warned: () => warned,
    noteRefused: (request) => {
      refused = request;
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
