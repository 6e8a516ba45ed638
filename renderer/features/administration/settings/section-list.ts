import {
  type EffectivePublicSettings,
  type Language,
  SETTINGS_SECTIONS,
  type SettingsView,
} from '../../../../shared/contract/index.ts';
import { createMoney, formatAmount } from '../../../../shared/money/index.ts';
import { formatPrinterAddress, getServiceVersionName } from '../../../app/questions/index.ts';
import { formatTimeZone } from '../../../components/index.ts';
import { getLanguageName, type TextFunction } from '../../../i18n/index.ts';
import { toNamedBillers } from './sections/biller-sections.tsx';
import { formatGenericSettings } from './sections/plain-section.tsx';

/** The sections, in list order. */
export const SETTINGS_SECTION_IDS = [...SETTINGS_SECTIONS, 'environment', 'export'] as const;
export type SettingsSectionId = (typeof SETTINGS_SECTION_IDS)[number];

/** Returns a section's current values as a short summary. */
export function formatSectionSummary(
  id: SettingsSectionId,
  settings: EffectivePublicSettings,
  view: SettingsView,
  text: TextFunction,
  language: Language,
): string {
  switch (id) {
    case 'shop':
      return settings.shop.name;
    case 'logo':
      return text(view.hasLogo ? 'settings.logo.set' : 'settings.logo.notSet');
    case 'pos':
      return `${settings.posNumber} · ${settings.chainName}`;
    case 'zone':
      return formatTimeZone(settings.timeZone, text, language);
    case 'language':
      return getLanguageName(settings.language);
    case 'printer':
      return formatPrinterAddress(settings.printer) ?? text('setup.printer.screen');
    case 'service':
      return [settings.baseUrl, getServiceVersionName(text, language, settings.version)]
        .filter((part) => part !== null)
        .join(' · ');
    case 'cash-out':
      return formatBillerNames(settings.cashOutBillers, view, text);
    case 'drp':
      return formatBillerNames(settings.drpBillers, view, text);
    case 'fee':
      return text(`settings.fee.${settings.customerFee.kind}`);
    case 'money':
      return settings.lowBalance === null
        ? text('settings.lowBalance.none')
        : text('settings.lowBalance.at', {
            amount: formatAmount(
              createMoney(settings.lowBalance, settings.currency ?? ''),
              language,
            ),
          });
    case 'lock':
      return text('settings.lock.after', {
        minutes: settings.lockAfterMinutes,
      });
    case 'customer-screen':
      return formatCustomerScreen(settings, text);
    case 'reconciliation':
      return settings.reconciliation?.uploads === true
        ? settings.reconciliation.host
        : text('settings.upload.other');
    case 'chain':
      return settings.chain === undefined
        ? text('settings.chain.notSet')
        : [settings.chain.shop, settings.chain.user, settings.chain.hosts.join(', ')]
            .filter((part) => part !== null)
            .join(' · ');
    case 'heartbeat':
      return settings.heartbeat?.file ?? text('settings.heartbeat.none');
    case 'updates':
      return [text(`settings.updates.${settings.updates.by}`), settings.updates.feed]
        .filter((part) => part !== null)
        .join(' · ');
    case 'customers': {
      const days = settings.keepCustomerDays;
      return days === 0
        ? text('settings.customers.none')
        : text('settings.customers.for', { days });
    }
    case 'backup':
      return settings.backup?.folder ?? text('settings.backup.none');
    case 'scanner':
      return formatBillCodeCount(settings, text);
    case 'environment':
      return text(`setup.row.environment.${settings.environment}`);
    case 'export':
      return text('settings.export.description');
    default:
      return formatGenericSettings(id, settings, view, text);
  }
}

function formatCustomerScreen(
  { customerScreen }: EffectivePublicSettings,
  text: TextFunction,
): string {
  if (customerScreen === undefined) return text('appearance.customer.off');
  const { display } = customerScreen;
  return display === null
    ? text('appearance.customer.other')
    : text('appearance.customer.display', { number: display });
}

function formatBillerNames(ids: readonly number[], view: SettingsView, text: TextFunction): string {
  if (ids.length === 0) return text('settings.biller.none');
  return toNamedBillers(ids, view)
    .map((biller) => biller.name ?? text('settings.biller.unknown', { id: biller.id }))
    .join(', ');
}

/** The companies whose bills' codes are in the settings. */
export function formatBillCodeCount(
  { billLayouts, billPatterns }: Pick<EffectivePublicSettings, 'billLayouts' | 'billPatterns'>,
  text: TextFunction,
): string {
  const count = billLayouts.length + billPatterns.length;
  return count === 0 ? text('settings.scanner.none') : text('settings.scanner.count', { count });
}
