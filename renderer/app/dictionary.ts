import { defineDictionary } from '../i18n/define.ts';

export const dictionary = defineDictionary({
  'es-MX': {
    'app.title': 'Mostrador',
    'app.language': 'Idioma',
    'app.opening': 'Abriendo la caja…',
    'app.version': 'Versión {{version}}',
    'app.trouble': 'La caja no puede abrir',
    'app.again': 'Intentar de nuevo',
    'app.storage': 'La caja no vende en este momento',
    'app.storageFile': 'Archivo: {{file}}',
    'app.helpLine': 'Línea de ayuda: {{helpLine}}',
    'app.fault': 'Esta pantalla falló',
    'app.fault.what': 'La pantalla tuvo una falla y se detuvo.',
    'app.fault.money':
      'Un pago enviado no se pierde: la caja lo sigue buscando aunque la pantalla falle.',
    'app.fault.next':
      'Vuelva al inicio y mire los pagos por resolver (F9) antes de cobrar otra vez.',
    'app.fault.home': 'Volver al inicio',
  },
  'es-CO': {},
  en: {
    'app.title': 'Mostrador',
    'app.language': 'Language',
    'app.opening': 'Opening the till…',
    'app.version': 'Version {{version}}',
    'app.trouble': 'The till cannot open',
    'app.again': 'Try again',
    'app.storage': 'The till does not sell at this moment',
    'app.storageFile': 'File: {{file}}',
    'app.helpLine': 'Help line: {{helpLine}}',
    'app.fault': 'This screen failed',
    'app.fault.what': 'The screen had a fault and stopped.',
    'app.fault.money':
      'A payment that was sent is not lost: the till keeps looking for it even if the screen fails.',
    'app.fault.next':
      'Go back to the start and look at the unresolved payments (F9) before you charge again.',
    'app.fault.home': 'Back to the start',
  },
});
