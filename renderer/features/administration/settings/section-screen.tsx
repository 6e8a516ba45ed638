import type { ComponentType } from 'react';
import {
  GENERIC_SETTINGS_SECTIONS,
  type GenericSettingsSectionId,
} from '../../../../shared/contract/index.ts';
import type { SettingsSectionProps } from './save-notice.tsx';
import type { SettingsSectionId } from './section-list.ts';
import {
  FullScreenSection,
  SoundsSection,
  TextSizeSection,
  ThemeSection,
} from './sections/appearance-sections.tsx';
import {
  BackupSection,
  EnvironmentSection,
  SettingsExportSection,
} from './sections/backup-and-export.tsx';
import { CashOutSection, DrpSection } from './sections/biller-sections.tsx';
import { ChainSection } from './sections/chain-section.tsx';
import { CustomerScreenSection } from './sections/customer-screen-section.tsx';
import { HeartbeatSection } from './sections/heartbeat-section.tsx';
import { FeeSection, LowBalanceAndCurrencySection } from './sections/money-sections.tsx';
import { CustomerRetentionSection, LockDelaySection } from './sections/number-sections.tsx';
import { GenericSettingsSection } from './sections/plain-section.tsx';
import {
  LanguageSection,
  PosSection,
  TimeZoneSection,
} from './sections/pos-zone-language-sections.tsx';
import { PrinterSection } from './sections/printer-section.tsx';
import { ReconciliationSection } from './sections/reconciliation-section.tsx';
import { ScannerSection } from './sections/scanner-section.tsx';
import { ServiceSection } from './sections/service-section.tsx';
import { LogoSection, ShopSection } from './sections/shop-sections.tsx';
import { UpdatesSection } from './sections/updates-section.tsx';

/** The sections that are more than a few values, or show more than them. */
const OWN_SCREENS: Readonly<
  Record<Exclude<SettingsSectionId, GenericSettingsSectionId>, ComponentType<SettingsSectionProps>>
> = {
  shop: ShopSection,
  logo: LogoSection,
  pos: PosSection,
  zone: TimeZoneSection,
  language: LanguageSection,
  printer: PrinterSection,
  service: ServiceSection,
  'cash-out': CashOutSection,
  drp: DrpSection,
  fee: FeeSection,
  money: LowBalanceAndCurrencySection,
  lock: LockDelaySection,
  theme: ThemeSection,
  letters: TextSizeSection,
  sounds: SoundsSection,
  'full-screen': FullScreenSection,
  'customer-screen': CustomerScreenSection,
  reconciliation: ReconciliationSection,
  chain: ChainSection,
  backup: BackupSection,
  customers: CustomerRetentionSection,
  heartbeat: HeartbeatSection,
  updates: UpdatesSection,
  scanner: ScannerSection,
  environment: EnvironmentSection,
  export: SettingsExportSection,
};

export function SettingsSectionScreen(
  props: SettingsSectionProps & { readonly id: SettingsSectionId },
) {
  const { id, ...section } = props;
  if (isPlainSection(id)) return <GenericSettingsSection {...section} section={id} />;
  const OwnScreen = OWN_SCREENS[id];
  return <OwnScreen {...section} />;
}

function isPlainSection(id: SettingsSectionId): id is GenericSettingsSectionId {
  return GENERIC_SETTINGS_SECTIONS.some((section) => section === id);
}
