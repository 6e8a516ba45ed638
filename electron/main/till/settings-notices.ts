import type { RejectedStartupRequest, SettingsWarning } from '../../../shared/contract/index.ts';

/** The notices about the settings for the status line, besides those of the till's parts. */
export interface SettingsNotices {
  getRejectedStartupRequest(): RejectedStartupRequest | null;
  getWarning(): SettingsWarning;
  /** A file was refused, and the till uses its old settings. */
  setRejectedStartupRequest(request: RejectedStartupRequest): void;
  /** Clears the refused request of this option; of every option if none is given. */
  clearRejectedStartupRequest(option?: RejectedStartupRequest['option']): void;
  /** A file with keys and PINs that the till no longer needs still exists; null: none does. */
  setLeftoverSecretsFile(file: string | null): void;
  /** These fields of the settings were changed by something other than the till. */
  setManualEdit(at: string, fields: readonly string[]): void;
}

/** `onChange` is called when a notice changed while the till may be open. */
export function createSettingsNotices(onChange: () => void): SettingsNotices {
  let refused: RejectedStartupRequest | null = null;
  let warned: SettingsWarning = { settingsEditedAt: null, settingsEdited: [], fileLeft: null };
  return {
    getRejectedStartupRequest: () => refused,
    getWarning: () => warned,
    setRejectedStartupRequest: (request) => {
      refused = request;
      onChange();
    },
    clearRejectedStartupRequest: (option) => {
      if (refused === null || (option !== undefined && option !== refused.option)) return;
      refused = null;
      onChange();
    },
    setLeftoverSecretsFile: (file) => {
      if (file === warned.fileLeft) return;
      warned = { ...warned, fileLeft: file };
      onChange();
    },
    setManualEdit: (at, fields) => {
      warned = { ...warned, settingsEditedAt: at, settingsEdited: [...fields] };
    },
  };
}
