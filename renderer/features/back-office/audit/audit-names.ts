/** The kinds of acts that have a text. Other kinds are shown as recorded. */
export const AUDIT_KINDS_WITH_TEXT = [
  'signed-in',
  'signed-out',
  'till-locked',
  'till-unlocked',
  'locked-out',
  'lock-out-released',
  'cashier-added',
  'cashier-changed',
  'cashier-disabled',
  'cashier-enabled',
  'staff-provisioned',
  'cancel',
  'close-by-hand',
  'release-cash',
  'short-drawer-shown',
  'short-drawer-approved',
  'basket-stopped',
  'basket-left',
  'refund-found',
  'performed-after-all',
  'refund-handed-back',
  'refund-taken-in',
  'refund-decided',
  'reprint-gift-card',
  'pay-in',
  'pay-out',
  'drop',
  'drop-refused',
  'drawer-opened',
  'shift-opened',
  'float-counted',
  'drawer-counted',
  'shift-closed',
  'shift-handed-over',
  'x-report',
  'x-report-printed',
  'z-reports',
  'z-report-printed-again',
  'settings-seen',
  'settings-changed',
  'settings-kept',
  'settings-edited',
  'policy-kept',
  'printer-tried',
  'settings-exported',
  'daily-file-uploaded',
  'daily-file-saved',
  'daily-file-sent-again',
  'daily-file-handed-in',
  'daily-file-not-handed-in',
  'daily-file-taken-in',
  'drp-saved',
  'host-key-confirmed',
  'audit-exported',
  'history-exported',
  'payment-noted',
  'bill-layout-taught',
  'bill-layout-forgotten',
  'customer-opened',
  'customer-phone-set',
  'customer-phone-removed',
  'customer-forgotten',
  'customers-forgotten',
  'customers-expired',
  'chain-connected',
  'chain-forgotten',
  'chain-exported',
  'earnings-exported',
  'earnings-printed',
  'recovery-key-made',
  'recovery-key-confirmed',
  'new-pin-refused',
  'person-altered',
  'recovery-key-refused',
  'pin-set-by-recovery-key',
  'backup-made',
  'backup-failed',
  'restore-asked',
  'restore-taken-back',
  'ledger-restored',
  'diagnostics-made',
  'update-started',
] as const;

/** To whom the money of a refund is owed. */
export const REFUND_RECIPIENTS = ['customer', 'shop'] as const;

/**
 * Sections of the settings that only other tools than the settings screen record, and one that
 * earlier versions recorded.
 */
export const NON_SCREEN_SETTINGS_SECTIONS = ['patch', 'policy', 'training-service'] as const;

/** Why a till was locked or a session ended. */
export const SESSION_END_REASONS = ['asked', 'idle', 'sleep', 'another-signed-in'] as const;

/** How a till was set up, with or without a signed-in person. */
export const SETUP_METHODS = ['screen', 'first-set-up', 'command-line', 'fleet'] as const;

/** The results of a successful upload of a daily file. */
export const UPLOAD_RESULTS = ['uploaded', 'was-there'] as const;
