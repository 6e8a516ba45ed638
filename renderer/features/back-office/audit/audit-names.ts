import {
  type Provisioning,
  type SettingsSection,
  settingsChangeSchema,
} from '../../../../shared/contract/index.ts';

/** The kinds of acts that have words; others are shown as they were recorded. */
export const KNOWN_KINDS = [
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

/** Whom a refund leaves money owed to. */
export const OWED_TO = ['customer', 'shop'] as const;

/** The parts of the settings: each that can be changed has words, or this does not compile. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = settingsChangeSchema.options.map(
  ({ shape }) => shape.section.value,
);

/** What changed the settings without their screen. */
export const OTHER_SECTIONS = ['patch', 'policy'] as const;

/** Why a till locked itself or a session ended. */
export const SESSION_END_REASONS = ['asked', 'idle', 'sleep', 'another-signed-in'] as const;

/** The ways by which a till was set up, with or without a person signed in. */
export const SETUP_METHODS = ['screen', 'first-set-up', 'command-line', 'fleet'] as const;

/** How the upload of a daily file went well. */
export const UPLOAD_RESULTS = ['uploaded', 'was-there'] as const;

/** What is sealed, and the words of the screens where it is put in. */
export const SECRET_TEXT_KEYS = {
  apiKey: 'setup.apiKey',
  secretKey: 'setup.secretKey',
  proxy: 'audit.secret.proxy',
  sftpPassword: 'audit.secret.sftpPassword',
  sftpPrivateKey: 'audit.secret.sftpPrivateKey',
  chainPassword: 'audit.secret.chainPassword',
  officePassword: 'audit.secret.officePassword',
} as const;

/** The part of the settings that has a field of the provisioning file; `shop.logo` has its own. */
export const SECTION_BY_FIELD: Readonly<Record<string, SettingsSection>> &
  Readonly<
    Record<Exclude<keyof Provisioning, 'apiKey' | 'secretKey' | 'cashiers'>, SettingsSection>
  > = {
  account: 'service',
  backup: 'backup',
  baseUrl: 'service',
  caFile: 'service',
  cashOutBillers: 'cash-out',
  chain: 'chain',
  chainName: 'pos',
  country: 'money',
  currency: 'money',
  customerFee: 'fee',
  customerScreen: 'customer-screen',
  deadlineSeconds: 'service',
  drawers: 'cash',
  drpBillers: 'drp',
  environment: 'service',
  fullScreen: 'full-screen',
  heartbeat: 'heartbeat',
  keepCustomerDays: 'customers',
  keepPrintedDays: 'printed',
  keepWalkInBills: 'walk-in-bills',
  keypad: 'keypad',
  language: 'language',
  letters: 'letters',
  lockAfterMinutes: 'lock',
  lowBalance: 'money',
  posNumber: 'pos',
  printer: 'printer',
  proxy: 'service',
  receipts: 'receipts',
  reconciliation: 'reconciliation',
  shifts: 'cash',
  shop: 'shop',
  'shop.logo': 'logo',
  shopCopy: 'shop-copy',
  sounds: 'sounds',
  theme: 'theme',
  timeZone: 'zone',
  updates: 'updates',
  vendor: 'service',
  version: 'service',
};
