import { defineDictionary } from '../../i18n/define.ts';

export const dictionary = defineDictionary({
  'es-MX': {
    'signIn.who': '¿Quién atiende?',
    'signIn.who.hint':
      'Escriba las primeras letras de su nombre o su número, o elija con las flechas.',
    'signIn.locked.hint':
      'Lo que hacía {{name}} espera detrás. Escriba sus primeras letras o su número.',
    'signIn.end': 'Cerrar la sesión de {{name}}: no queda nada de lo que escribió',
    'signIn.pin.locked': 'La caja está bloqueada. Lo que hacía espera detrás.',
    'signIn.release': 'Desbloquear con permiso',
    'signIn.release.title': 'Desbloquear a {{name}}',
    'signIn.release.what':
      'Compruebe que sea la persona. Después podrá probar su PIN otra vez; queda escrito quién la desbloqueó.',
    'signIn.release.owner': 'A un dueño lo desbloquea otro dueño. Queda escrito quién fue.',
    'signIn.names': 'Cajeros',
    'signIn.nobody': 'No hay nadie en la lista. Prepare la caja de nuevo con el dueño.',
    'signIn.reading': 'Leyendo la lista de cajeros…',
    'signIn.pin': 'Hola, {{name}}. ¿Su PIN?',
    'signIn.pin.label': 'PIN',
    'signIn.pin.hint': 'De 4 a 8 números.',
    'signIn.pin.missing': 'Escriba su PIN.',
    'signIn.enter': 'Entrar',
    'signIn.checking': 'Revisando el PIN…',
    'signIn.other': 'Otra persona',
    'signIn.sample': 'PIN de práctica',
  },
  'es-CO': {},
  en: {
    'signIn.who': 'Who is at the counter?',
    'signIn.who.hint':
      'Type the first letters of your name or your number, or choose with the arrows.',
    'signIn.locked.hint':
      'What {{name}} was doing waits behind this. Type your first letters or your number.',
    'signIn.end': 'End {{name}}’s session: nothing typed is kept',
    'signIn.pin.locked': 'The till is locked. What you were doing waits behind this.',
    'signIn.release': 'Release with permission',
    'signIn.release.title': 'Release {{name}}',
    'signIn.release.what':
      'Make sure who it is. The PIN can then be tried again; who released it is written down.',
    'signIn.release.owner': 'An owner is released by another owner. Who it was is written down.',
    'signIn.names': 'Cashiers',
    'signIn.nobody': 'Nobody is in the list. Set the till up again with the owner.',
    'signIn.reading': 'Reading the list of cashiers…',
    'signIn.pin': 'Hello, {{name}}. Your PIN?',
    'signIn.pin.label': 'PIN',
    'signIn.pin.hint': '4 to 8 digits.',
    'signIn.pin.missing': 'Type your PIN.',
    'signIn.enter': 'Sign in',
    'signIn.checking': 'Checking the PIN…',
    'signIn.other': 'Somebody else',
    'signIn.sample': 'Practice PIN',
  },
});
