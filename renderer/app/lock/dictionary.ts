import { defineDictionary } from '../../i18n/define.ts';

export const dictionary = defineDictionary({
  'es-MX': {
    'lock.takeOver': '¿Sigue con el cliente de {{before}}?',
    'lock.takeOver.hint': 'El cobro estaba a medias cuando se bloqueó la caja.',
    'lock.takeOver.yes': 'Seguir con este cliente',
    'lock.takeOver.yes.what':
      'Queda todo como estaba. El cobro se prepara otra vez a nombre de {{now}} y usted cuenta el efectivo.',
    'lock.takeOver.no': 'Empezar con otro cliente',
    'lock.takeOver.no.what':
      'Lo que escribió {{before}} se borra. Un pago ya enviado no se pierde: sigue su curso.',
  },
  'es-CO': {},
  en: {
    'lock.takeOver': 'Go on with {{before}}’s customer?',
    'lock.takeOver.hint': 'The payment was half done when the till was locked.',
    'lock.takeOver.yes': 'Go on with this customer',
    'lock.takeOver.yes.what':
      'Everything is as it was. The payment is prepared again for {{now}}, and you count the cash.',
    'lock.takeOver.no': 'Begin with another customer',
    'lock.takeOver.no.what':
      'What {{before}} typed is cleared. A payment already sent is not lost: it takes its course.',
  },
});
