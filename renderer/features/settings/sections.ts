import type { Language, SettingsSection, SettingsView } from '../../../shared/contract/index.ts';
import { LOCK_AFTER_MINUTES } from '../../../shared/rules/index.ts';
import { placeOf, versionName } from '../../app/questions/index.ts';
import { languageName, type Text } from '../../i18n/index.ts';

/** The sections in the order in which the room lists them, as a person looks for them. */
export const SECTIONS = [
  'shop',
  'logo',
  'pos',
  'zone',
  'language',
  'printer',
  'shop-copy',
  'service',
  'cash-out',
  'drp',
  'fee',
  'money',
  'walk-in-bills',
  'cash',
  'lock',
  'reconciliation',
  'backup',
  'environment',
  'export',
] as const;
export type SectionId = (typeof SECTIONS)[number];

/**
 * A check at compile time: a section of the contract that has no row in `SECTIONS` makes the type
 * of `isEverySectionListed` `never`, and `true` no longer compiles. `training-service` has no row,
 * because it is on the screen of `service`.
 */
type Uncovered = Exclude<SettingsSection, SectionId | 'training-service'>;
export const isEverySectionListed: [Uncovered] extends [never] ? true : never = true;

/** A section's present values, in a few words. */
export function summaryOf(
  id: SectionId,
  view: SettingsView,
  text: Text,
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
      return view.timeZone;
    case 'language':
      return languageName(view.language);
    case 'printer':
      return placeOf(view.printer) ?? text('setup.printer.screen');
    case 'shop-copy':
      return text(view.shopCopy ? 'settings.shopCopy.yes' : 'settings.shopCopy.no');
    case 'service':
      return [view.service.baseUrl, versionName(text, language, view.service.version)]
        .filter((part) => part !== null)
        .join(' · ');
    case 'cash-out':
      return namesOf(view.cashOutBillers, text);
    case 'drp':
      return namesOf(view.drpBillers, text);
    case 'fee':
      return text(`settings.fee.${view.customerFee.kind}`);
    case 'money':
      return view.lowBalance === null
        ? text('settings.lowBalance.none')
        : text('settings.lowBalance.at', { amount: view.lowBalance });
    case 'walk-in-bills':
      return text(view.keepWalkInBills ? 'settings.walkIn.yes' : 'settings.walkIn.no');
    case 'cash':
      return `${text(`settings.shifts.${view.shifts}`)} · ${text(`settings.drawers.${view.drawers}`)}`;
    case 'lock':
      return text('settings.lock.after', { minutes: view.lockAfterMinutes ?? LOCK_AFTER_MINUTES });
    case 'reconciliation':
      return view.reconciliation?.uploads === true
        ? view.reconciliation.host
        : text('settings.upload.other');
    case 'backup':
      return view.backup?.folder ?? text('settings.backup.none');
    case 'environment':
      return text(`setup.row.environment.${view.environment}`);
    case 'export':
      return text('settings.export.what');
  }
}

function namesOf(billers: SettingsView['cashOutBillers'], text: Text): string {
  if (billers.length === 0) return text('settings.biller.none');
  return billers
    .map((one) => one.name ?? text('settings.biller.unknown', { id: one.id }))
    .join(', ');
}
