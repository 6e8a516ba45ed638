import { defineDictionary } from '../../i18n/define.ts';

export const dictionary = defineDictionary({
  'es-MX': {
    'dailyFile.title': 'Archivo diario',
    'dailyFile.back': 'Volver',
  },
  'es-CO': {},
  en: {
    'dailyFile.title': 'Daily file',
    'dailyFile.back': 'Back',
  },
});
