import { defineDictionary } from '../../i18n/define.ts';

export const dictionary = defineDictionary({
  'es-MX': {
    'care.title': 'Respaldo y diagnóstico',
    'care.back': 'Volver',
  },
  'es-CO': {},
  en: {
    'care.title': 'Backup and diagnostics',
    'care.back': 'Back',
  },
});
