import { defineDictionary } from '../../i18n/define.ts';

export const dictionary = defineDictionary({
  'es-MX': {
    'choose.title.top-up': '¿De qué compañía es la recarga?',
    'choose.title.gift-card': '¿Qué tarjeta de regalo?',
    'choose.title.cash-out': '¿De dónde va a retirar?',
    'choose.field.top-up': 'Compañía',
    'choose.field.gift-card': 'Tarjeta',
    'choose.field.cash-out': 'Banco o caja',
    'choose.placeholder': 'Escriba las primeras letras',
    'choose.scanned': 'Número leído: {{code}}. Ahora elija de quién es.',
    'choose.back': 'Volver',
    'choose.none': 'Nada se llama así',
    'choose.noneMore': 'Revise lo escrito, o borre para ver todo.',
    'choose.empty': 'La lista está vacía',
    'choose.emptyMore':
      'Las listas se están pidiendo al servicio, o el servicio no ofrece ninguna.',
    'choose.empty.cash-out': 'Esta tienda no entrega efectivo',
    'choose.emptyMore.cash-out': 'El dueño puede indicar qué empresas entregan efectivo.',
  },
  'es-CO': {
    'choose.title.top-up': '¿De qué operador es la recarga?',
    'choose.field.top-up': 'Operador',
  },
  en: {
    'choose.title.top-up': 'Which company is the top-up for?',
    'choose.title.gift-card': 'Which gift card?',
    'choose.title.cash-out': 'Where does the money come from?',
    'choose.field.top-up': 'Company',
    'choose.field.gift-card': 'Card',
    'choose.field.cash-out': 'Bank or fund',
    'choose.placeholder': 'Type the first letters',
    'choose.scanned': 'Number read: {{code}}. Now choose whose it is.',
    'choose.back': 'Back',
    'choose.none': 'Nothing is called that',
    'choose.noneMore': 'Check what you typed, or clear it to see all.',
    'choose.empty': 'The list is empty',
    'choose.emptyMore': 'The lists are being fetched, or the service offers none.',
    'choose.empty.cash-out': 'This shop hands out no cash',
    'choose.emptyMore.cash-out': 'The owner can set which billers hand out cash.',
  },
});
