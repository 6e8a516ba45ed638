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
import {
  CashSection,
  KeypadSection,
  LockSection,
  PrintedSection,
  ReceiptsSection,
  ShopCopySection,
  WalkInSection,
} from './sections/choice-sections.tsx';
import { CustomerScreenSection } from './sections/customer-screen-section.tsx';
import { CustomersSection } from './sections/customers-section.tsx';
import { HeartbeatSection } from './sections/heartbeat-section.tsx';
import { FeeSection, MoneySection } from './sections/money-sections.tsx';
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

export function SectionScreen(props: SectionProps & { readonly id: SectionId }) {
  const { id, ...section } = props;
  switch (id) {
    case 'shop':
      return <ShopSection {...section} />;
    case 'logo':
      return <LogoSection {...section} />;
    case 'pos':
      return <PosSection {...section} />;
    case 'zone':
      return <ZoneSection {...section} />;
    case 'language':
      return <LanguageSection {...section} />;
    case 'printer':
      return <PrinterSection {...section} />;
    case 'shop-copy':
      return <ShopCopySection {...section} />;
    case 'receipts':
      return <ReceiptsSection {...section} />;
    case 'service':
      return <ServiceSection {...section} />;
    case 'cash-out':
      return <CashOutSection {...section} />;
    case 'drp':
      return <DrpSection {...section} />;
    case 'fee':
      return <FeeSection {...section} />;
    case 'money':
      return <MoneySection {...section} />;
    case 'walk-in-bills':
      return <WalkInSection {...section} />;
    case 'cash':
      return <CashSection {...section} />;
    case 'lock':
      return <LockSection {...section} />;
    case 'keypad':
      return <KeypadSection {...section} />;
    case 'theme':
      return <ThemeSection {...section} />;
    case 'letters':
      return <TextSizeSection {...section} />;
    case 'sounds':
      return <SoundsSection {...section} />;
    case 'full-screen':
      return <FullScreenSection {...section} />;
    case 'customer-screen':
      return <CustomerScreenSection {...section} />;
    case 'reconciliation':
      return <ReconciliationSection {...section} />;
    case 'chain':
      return <ChainSection {...section} />;
    case 'heartbeat':
      return <HeartbeatSection {...section} />;
    case 'updates':
      return <UpdatesSection {...section} />;
    case 'printed':
      return <PrintedSection {...section} />;
    case 'customers':
      return <CustomersSection {...section} />;
    case 'backup':
      return <BackupSection {...section} />;
    case 'environment':
      return <EnvironmentSection onBack={section.onBack} />;
    case 'export':
      return <ExportSection {...section} />;
  }
}
