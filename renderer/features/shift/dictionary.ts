import { defineDictionary } from '../../i18n/define.ts';

export const dictionary = defineDictionary({
  'es-MX': {
    'shift.title': 'Turno y caja',
    'shift.back': 'Volver',
  },
  'es-CO': {},
  en: {
    'shift.title': 'Shift and cash',
    'shift.back': 'Back',
  },
});
