import type { ComponentType } from 'react';
import type { OwnScreenSection } from '../../../../shared/contract/index.ts';
import type { SectionProps } from './save-notice.tsx';
import type { SectionId } from './section-list.ts';
import {
  FullScreenSection,
  SoundsSection,
  TextSizeSection,
  ThemeSection,
} from './sections/appearance-sections.tsx';
import { BackupSection, EnvironmentSection, ExportSection } from './sections/backup-and-export.tsx';
import { CashOutSection, DrpSection } from './sections/biller-sections.tsx';
import { ChainSection } from './sections/chain-section.tsx';
import { ChoiceSection } from './sections/choice-section.tsx';
import { CustomerScreenSection } from './sections/customer-screen-section.tsx';
import { HeartbeatSection } from './sections/heartbeat-section.tsx';
import { FeeSection, LowBalanceAndCurrencySection } from './sections/money-sections.tsx';
import {
  CustomerRetentionSection,
  LockSection,
  PrintDataRetentionSection,
} from './sections/number-sections.tsx';
import {
  LanguageSection,
  PosSection,
  ZoneSection,
} from './sections/pos-zone-language-sections.tsx';
import { PrinterSection } from './sections/printer-section.tsx';
import { ReconciliationSection } from './sections/reconciliation-section.tsx';
import { ServiceSection } from './sections/service-section.tsx';
import { LogoSection, ShopSection } from './sections/shop-sections.tsx';
import { UpdatesSection } from './sections/updates-section.tsx';

type OwnScreenId = OwnScreenSection | 'logo' | 'environment' | 'export';

/** The sections that are more than a few choices, or show more than their choices. */
const OWN_SCREENS: Readonly<
  Record<OwnScreenId, ComponentType<SectionProps>> &
    Partial<Record<SectionId, ComponentType<SectionProps>>>
> = {
  shop: ShopSection,
  logo: LogoSection,
  pos: PosSection,
  zone: ZoneSection,
  language: LanguageSection,
  printer: PrinterSection,
  service: ServiceSection,
  'cash-out': CashOutSection,
  drp: DrpSection,
  fee: FeeSection,
  money: LowBalanceAndCurrencySection,
  lock: LockSection,
  theme: ThemeSection,
  letters: TextSizeSection,
  sounds: SoundsSection,
  'full-screen': FullScreenSection,
  'customer-screen': CustomerScreenSection,
  reconciliation: ReconciliationSection,
  chain: ChainSection,
  backup: BackupSection,
  printed: PrintDataRetentionSection,
  customers: CustomerRetentionSection,
  heartbeat: HeartbeatSection,
  updates: UpdatesSection,
  environment: EnvironmentSection,
  export: ExportSection,
};

export function SectionScreen(props: SectionProps & { readonly id: SectionId }) {
  const { id, ...section } = props;
  const OwnScreen = OWN_SCREENS[id];
  if (OwnScreen !== undefined) return <OwnScreen {...section} />;
  return id === 'environment' || id === 'export' ? null : (
    <ChoiceSection {...section} section={id} />
  );
}
