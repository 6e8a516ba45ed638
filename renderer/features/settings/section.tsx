import type { SectionProps } from './keeping.tsx';
import { BackupSection, EnvironmentSection, ExportSection } from './sections/backup-and-export.tsx';
import { CashOutSection, DrpSection } from './sections/billers.tsx';
import { CashSection, LockSection, ShopCopySection, WalkInSection } from './sections/choices.tsx';
import { FeeSection, MoneySection } from './sections/money.tsx';
import { LanguageSection, PosSection, ZoneSection } from './sections/place.tsx';
import { PrinterSection } from './sections/printer.tsx';
import { ReconciliationSection } from './sections/reconciliation.tsx';
import { ServiceSection } from './sections/service.tsx';
import { LogoSection, ShopSection } from './sections/shop.tsx';
import type { SectionId } from './sections.ts';

export function Section(props: SectionProps & { readonly id: SectionId }) {
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
    case 'reconciliation':
      return <ReconciliationSection {...section} />;
    case 'backup':
      return <BackupSection {...section} />;
    case 'environment':
      return <EnvironmentSection onBack={section.onBack} />;
    case 'export':
      return <ExportSection {...section} />;
  }
}
