import { defineDictionary } from '../../i18n/define.ts';

export const dictionary = defineDictionary({
  'es-MX': {
    'audit.title': 'Bitácora',
    'audit.back': 'Volver',
  },
  'es-CO': {},
  en: {
    'audit.title': 'Audit log',
    'audit.back': 'Back',
  },
});
