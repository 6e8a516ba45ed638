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
    'app.rescue': 'Cómo volver a vender',
    'app.rescue.looking': 'Buscando el respaldo bueno más nuevo…',
    'app.rescue.newest': 'Respaldo bueno más nuevo',
    'app.rescue.file': 'Archivo',
    'app.rescue.payments': 'Pagos que contiene',
    'app.rescue.lastPayment': 'Su último pago',
    'app.rescue.noPayment': 'ninguno',
    'app.rescue.none':
      'No se encontró un respaldo bueno que sea con certeza de esta caja. Carpeta: {{folder}}',
    'app.rescue.noneNext':
      'Conecte el disco o la red de los respaldos e intente de nuevo. Si no aparece, llame a la línea de ayuda.',
    'app.rescue.close': 'Cierre Mostrador. No borre nada: el libro dañado se guarda aparte.',
    'app.rescue.pin':
      'Guarde en un archivo quién insiste y su PIN, así: {{example}}. Puede ser: {{people}}. El archivo se borra al leerlo.',
    'app.rescue.open': 'Abra Mostrador agregando: {{command}}',
    'app.rescue.pinFile': 'ARCHIVO-DEL-PIN',
    'app.rescue.missing':
      'Lo que se pagó después del respaldo sí se hizo, aunque la caja ya no lo tendrá: antes de cobrar otra vez, compare el día con el servicio.',
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
    'app.rescue': 'How to sell again',
    'app.rescue.looking': 'Looking for the newest good backup…',
    'app.rescue.newest': 'Newest good backup',
    'app.rescue.file': 'File',
    'app.rescue.payments': 'Payments in it',
    'app.rescue.lastPayment': 'Its last payment',
    'app.rescue.noPayment': 'none',
    'app.rescue.none':
      'No good backup was found that is certainly of this till. Folder: {{folder}}',
    'app.rescue.noneNext':
      'Connect the disk or the network of the backups and try again. If it does not appear, call the help line.',
    'app.rescue.close': 'Close Mostrador. Delete nothing: the damaged ledger is kept aside.',
    'app.rescue.pin':
      'Save in a file who insists and the PIN, like this: {{example}}. It can be: {{people}}. The file is removed once it was read.',
    'app.rescue.open': 'Open Mostrador with this added: {{command}}',
    'app.rescue.pinFile': 'PIN-FILE',
    'app.rescue.missing':
      'What was paid after the backup was made all the same, though the till will not have it: before you charge again, compare the day with the service.',
    'app.fault': 'This screen failed',
    'app.fault.what': 'The screen had a fault and stopped.',
    'app.fault.money':
      'A payment that was sent is not lost: the till keeps looking for it even if the screen fails.',
    'app.fault.next':
      'Go back to the start and look at the unresolved payments (F9) before you charge again.',
    'app.fault.home': 'Back to the start',
  },
});
