import { defineDictionary } from '../../i18n/define.ts';

export const dictionary = defineDictionary({
  'es-MX': {
    'staff.title': 'Personal',
    'staff.back': 'Volver',
  },
  'es-CO': {},
  en: {
    'staff.title': 'Staff',
    'staff.back': 'Back',
  },
});
