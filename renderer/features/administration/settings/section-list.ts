import type { Language, SettingsSection, SettingsView } from '../../../../shared/contract/index.ts';
import { createMoney, formatAmount } from '../../../../shared/money/index.ts';
import { DEFAULT_LOCK_MINUTES, getCustomerRetentionDays } from '../../../../shared/rules/index.ts';
import { formatPrinterAddress, getVersionName } from '../../../app/questions/index.ts';
import { formatTimeZone } from '../../../components/index.ts';
import { getLanguageName, type TextFunction } from '../../../i18n/index.ts';

/** The sections, in list order. */
export const SECTION_IDS = [
  'shop',
  'logo',
  'pos',
  'zone',
  'language',
  'printer',
  'shop-copy',
  'receipts',
  'service',
  'cash-out',
  'drp',
  'fee',
  'money',
  'walk-in-bills',
  'cash',
  'lock',
  'keypad',
  'theme',
  'letters',
  'sounds',
  'full-screen',
  'customer-screen',
  'reconciliation',
  'chain',
  'backup',
  'printed',
  'customers',
  'heartbeat',
  'updates',
  'environment',
  'export',
] as const;
export type SectionId = (typeof SECTION_IDS)[number];

/**
 * A compile-time check: if a section of the contract is missing in `SECTION_IDS`, the type of
 * `isEverySectionListed` becomes `never`, and `true` does not compile. `training-service` is
 * excluded, because the screen of `service` shows it.
 */
type MissingSection = Exclude<SettingsSection, SectionId | 'training-service'>;
export const isEverySectionListed: [MissingSection] extends [never] ? true : never = true;

/** Returns a section's current values as a short summary. */
export function formatSectionSummary(
  id: SectionId,
  view: SettingsView,
  text: TextFunction,
  language: Language,
): string {
  switch (id) {
    case 'shop':
      return view.shop.name;
    case 'logo':
      return text(view.shop.hasLogo ? 'settings.logo.set' : 'settings.logo.notSet');
    case 'pos':
      return `${view.posNumber} · ${view.chainName}`;
    case 'zone':
      return formatTimeZone(view.timeZone, text, language);
    case 'language':
      return getLanguageName(view.language);
    case 'printer':
      return formatPrinterAddress(view.printer) ?? text('setup.printer.screen');
    case 'shop-copy':
      return text(view.shopCopy ? 'settings.shopCopy.yes' : 'settings.shopCopy.no');
    case 'receipts':
      return text(`settings.receipts.${view.receipts}`);
    case 'service':
      return [view.service.baseUrl, getVersionName(text, language, view.service.version)]
        .filter((part) => part !== null)
        .join(' · ');
    case 'cash-out':
      return formatBillerNames(view.cashOutBillers, text);
    case 'drp':
      return formatBillerNames(view.drpBillers, text);
    case 'fee':
      return text(`settings.fee.${view.customerFee.kind}`);
    case 'money':
      return view.lowBalance === null
        ? text('settings.lowBalance.none')
        : text('settings.lowBalance.at', {
            amount: formatAmount(createMoney(view.lowBalance, view.currency ?? ''), language),
          });
    case 'walk-in-bills':
      return text(view.keepWalkInBills ? 'settings.walkIn.yes' : 'settings.walkIn.no');
    case 'cash':
      return `${text(`settings.shifts.${view.shifts}`)} · ${text(`settings.drawers.${view.drawers}`)}`;
    case 'lock':
      return text('settings.lock.after', {
        minutes: view.lockAfterMinutes ?? DEFAULT_LOCK_MINUTES,
      });
    case 'keypad':
      return text(`keypad.${view.keypad}`);
    case 'theme':
      return text(`appearance.theme.${view.theme}`);
    case 'letters':
      return text(`appearance.textSize.${view.letters}`);
    case 'sounds':
      return text(view.sounds ? 'appearance.sounds.on' : 'appearance.sounds.off');
    case 'full-screen':
      return text(view.fullScreen ? 'appearance.fullScreen.on' : 'appearance.fullScreen.off');
    case 'customer-screen':
      return formatCustomerScreen(view, text);
    case 'reconciliation':
      return view.reconciliation?.uploads === true
        ? view.reconciliation.host
        : text('settings.upload.other');
    case 'chain':
      return view.chain === null
        ? text('settings.chain.notSet')
        : [view.chain.shop, view.chain.user, view.chain.hosts.join(', ')]
            .filter((part) => part !== null)
            .join(' · ');
    case 'heartbeat':
      return view.heartbeat?.file ?? text('settings.heartbeat.none');
    case 'updates':
      return [text(`settings.updates.${view.updates.by}`), view.updates.feed]
        .filter((part) => part !== null)
        .join(' · ');
    case 'printed':
      return view.keepPrintedDays === null
        ? text('settings.printData.always')
        : text('settings.printData.for', { days: view.keepPrintedDays });
    case 'customers': {
      const days = getCustomerRetentionDays(view.keepCustomerDays, view.environment);
      return days === 0
        ? text('settings.customers.none')
        : text('settings.printData.for', { days });
    }
    case 'backup':
      return view.backup?.folder ?? text('settings.backup.none');
    case 'environment':
      return text(`setup.row.environment.${view.environment}`);
    case 'export':
      return text('settings.export.description');
  }
}

function formatCustomerScreen({ customerScreen }: SettingsView, text: TextFunction): string {
  if (customerScreen === null) return text('appearance.customer.off');
  const { display } = customerScreen;
  return display === null
    ? text('appearance.customer.other')
    : text('appearance.customer.display', { number: display });
}

function formatBillerNames(billers: SettingsView['cashOutBillers'], text: TextFunction): string {
  if (billers.length === 0) return text('settings.biller.none');
  return billers
    .map((biller) => biller.name ?? text('settings.biller.unknown', { id: biller.id }))
    .join(', ');
}
