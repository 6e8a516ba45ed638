import { defineDictionary } from '../../i18n/define.ts';

export const dictionary = defineDictionary({
  'es-MX': {
    'approval.who': '¿Quién lo autoriza?',
    'approval.nobody': 'No hay supervisores en esta caja. Llame al dueño.',
    'approval.reason': 'Motivo',
    'approval.reasonHint': 'Queda escrito con su nombre y la hora.',
    'approval.reasonShort': 'Escriba el motivo con al menos 3 letras.',
    'approval.pin': 'PIN de {{name}}',
    'approval.pinMissing': 'Escriba el PIN.',
    'approval.approve': 'Autorizar',
    'approval.cancel': 'No autorizar',
    'approval.checking': 'Comprobando…',
  },
  'es-CO': {},
  en: {
    'approval.who': 'Who approves it?',
    'approval.nobody': 'This till has no supervisors. Call the owner.',
    'approval.reason': 'Reason',
    'approval.reasonHint': 'It is written down with your name and the time.',
    'approval.reasonShort': 'Write the reason, with at least 3 letters.',
    'approval.pin': 'PIN of {{name}}',
    'approval.pinMissing': 'Type the PIN.',
    'approval.approve': 'Approve',
    'approval.cancel': 'Do not approve',
    'approval.checking': 'Checking…',
  },
});
