import { defineDictionary } from '../../i18n/define.ts';

export const dictionary = defineDictionary({
  'es-MX': {
    'settings.title': 'Ajustes',
    'settings.back': 'Volver',
  },
  'es-CO': {},
  en: {
    'settings.title': 'Settings',
    'settings.back': 'Back',
  },
});
