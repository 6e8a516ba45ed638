import { defineDictionary } from '../../i18n/define.ts';

/** What stands beside the paper: how it is, and what can be done about it. */
export const dictionary = defineDictionary({
  'es-MX': {
    'pay.paper.label': 'Papel',
    'pay.paper.none': 'Este pago no tiene recibo.',
    'pay.paper.printing': 'El recibo se está imprimiendo.',
    'pay.paper.printed': 'Recibo impreso.',
    'pay.paper.question': '¿Salió completo el recibo?',
    'pay.paper.yes': 'Sí, salió',
    'pay.paper.no': 'No salió',
    'pay.paper.copy': 'Imprimir copia',
    'pay.paper.again': 'Imprimir otra vez',
    'pay.paper.copySent': 'La copia va a la impresora.',
    'pay.paper.copyPrinted': 'Copia impresa.',
    'pay.paper.unknownReason': 'No se pudo imprimir. El pago no cambia. Revise la impresora.',
  },
  'es-CO': {},
  en: {
    'pay.paper.label': 'Paper',
    'pay.paper.none': 'This payment has no receipt.',
    'pay.paper.printing': 'The receipt is being printed.',
    'pay.paper.printed': 'Receipt printed.',
    'pay.paper.question': 'Did the whole receipt come out?',
    'pay.paper.yes': 'Yes, it did',
    'pay.paper.no': 'It did not',
    'pay.paper.copy': 'Print a copy',
    'pay.paper.again': 'Print again',
    'pay.paper.copySent': 'The copy is on its way to the printer.',
    'pay.paper.copyPrinted': 'Copy printed.',
    'pay.paper.unknownReason': 'It could not be printed. The payment stands. Check the printer.',
  },
});
