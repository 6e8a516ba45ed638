import type { ReceiptWords } from './receipt.ts';

export const receiptEsMx: ReceiptWords = {
  locale: 'es-MX',
  helpLine: 'Ayuda',
  posNumber: 'Caja',
  cashier: 'Atendió',
  date: 'Fecha',
  biller: 'Servicio',
  account: 'Cuenta',
  nameOnAccount: 'Titular',
  amount: 'Importe',
  rate: 'Tipo de cambio',
  rateDate: 'Fecha del tipo',
  amountInShopCurrency: 'Importe en',
  fee: 'Comisión',
  total: 'Total',
  cash: 'Efectivo',
  change: 'Cambio',
  authorization: 'Autorización',
  externalId: 'Referencia',
  handedOver: 'Entregado',
  givenBack: 'Devuelto',
  toHandOver: 'A entregar',
  toGiveBack: 'A devolver',
  takesBack: 'Cancela el pago:',
  titles: {
    bill: 'Pago de servicio',
    topUp: 'Recarga',
    giftCard: 'Tarjeta de regalo',
    cashOut: 'Retiro de efectivo',
    cancel: 'Cancelación',
    test: 'Prueba de impresión',
  },
  outcome: {
    paid: 'PAGADO',
    open: 'EN VERIFICACIÓN: aún no se sabe si el pago se realizó. Conserve este papel.',
    notPaid: 'NO PAGADO: no se realizó ningún pago.',
    byHandPaid: 'PAGADO, según lo revisó un supervisor.',
    byHandNotPaid: 'NO PAGADO, según lo revisó un supervisor.',
    cashOutDone: 'RETIRO REALIZADO',
    cashOutNotDone: 'RETIRO NO REALIZADO: no se entregó dinero.',
    cancelDone: 'CANCELADO: el pago se devolvió.',
    cancelNotDone: 'NO CANCELADO: el pago sigue en pie.',
  },
  confirmedByLookUp: 'El pago se confirmó con una consulta al servicio.',
  noTicketText: 'El servicio no envió texto para este recibo.',
  textIsMarked:
    'La impresora no pudo imprimir el texto anterior exactamente igual. Lo distinto está marcado.',
  drawerKept:
    'El cajón ya no se abre con este papel. Si lo necesita, ábralo en Tienda, Turno y caja.',
  training: '*** PRÁCTICA: SIN VALOR ***',
  copy: 'COPIA',
  copyPrintedAt: 'Copia impresa',
  fileKinds: {
    original: 'recibo',
    'shop-copy': 'copia-tienda',
    copy: 'copia',
    failed: 'no-realizado',
    pending: 'en-verificacion',
    test: 'prueba',
  },
  shopCopy: 'PARA LA TIENDA',
  thanks: 'Gracias por su pago',
  testLines: [
    'Si puede leer esta hoja, la impresora funciona.',
    'áéíóúüñ ÁÉÍÓÚÜÑ ¿? ¡! $ €',
    'No se realizó ningún pago.',
  ],
  paper: {
    'not-set':
      'No hay impresora configurada. El pago no cambia. Pida al dueño que configure la impresora.',
    'bad-address':
      'La dirección de la impresora no es válida. El pago no cambia. Pida al dueño que la corrija.',
    unreachable:
      'No hay conexión con la impresora y no salió nada. El pago no cambia. Revise que esté encendida y conectada, e imprima otra vez.',
    'not-a-printer':
      'En esa dirección no responde una impresora y no salió nada. El pago no cambia. Pida al dueño que revise la dirección.',
    'answers-as-epson':
      'La impresora contesta como una Epson y está puesta otra marca. No salió nada. Elija la marca Epson al preparar la impresora.',
    'answers-as-star':
      'La impresora contesta como una Star y está puesta otra marca. No salió nada. Elija la marca Star al preparar la impresora.',
    'no-such-path':
      'En la ruta de la impresora no hay nada y no salió nada. El pago no cambia. Revise el cable y que esté encendida, e imprima otra vez.',
    'is-a-folder':
      'La ruta de la impresora es una carpeta y no salió nada. El pago no cambia. Pida al dueño que la corrija.',
    'no-permission':
      'El sistema no deja que la caja use la impresora y no salió nada. El pago no cambia. Pida permiso a quien cuida el equipo (en Linux, el grupo "lp" o "dialout").',
    busy: 'Otro programa está usando la impresora y no salió nada. El pago no cambia. Ciérrelo e imprima otra vez.',
    'no-folder':
      'La carpeta de los archivos PDF no está y no se hizo ninguno. El pago no cambia. Haga la carpeta o conecte su disco, e imprima otra vez.',
    'folder-closed':
      'La carpeta de los archivos PDF no deja guardar nada. El pago no cambia. Pida permiso para escribir en ella, e imprima otra vez.',
    'disk-full':
      'El disco está lleno y el recibo no cupo. El pago no cambia. Haga espacio e imprima otra vez.',
    'not-made':
      'La caja no pudo preparar este papel y no salió nada. El pago no cambia. Guarde el diagnóstico y llame a la línea de ayuda.',
    'cannot-answer':
      'La impresora recibió todo y no puede decir si imprimió. El pago no cambia. Mire si salió el papel y conteste en pantalla.',
    silent:
      'La impresora no respondió. El pago no cambia. Mire si salió el papel y conteste en pantalla.',
    'cover-open':
      'La tapa de la impresora está abierta. El pago no cambia. Cierre la tapa y mire si salió el papel.',
    'paper-out':
      'La impresora no tiene papel. El pago no cambia. Ponga un rollo nuevo y mire si salió el recibo.',
    offline:
      'La impresora está fuera de línea. El pago no cambia. Revísela y mire si salió el papel.',
    error:
      'La impresora reporta una falla. El pago no cambia. Apáguela, enciéndala y mire si salió el papel.',
    'broke-off':
      'Se cortó la conexión con la impresora. El pago no cambia. Mire si salió el papel completo.',
    'till-stopped':
      'El programa se cerró mientras imprimía. El pago no cambia. Mire si salió el papel completo.',
    'cashier-saw-none':
      'Usted indicó que el papel no salió. El pago no cambia. Puede imprimir otra vez.',
  },
  paperNotSent: {
    silent:
      'La impresora no respondió. No salió nada y el pago no cambia. Revise que esté encendida y lista, e imprima otra vez.',
    'cover-open':
      'La tapa de la impresora está abierta. No salió nada y el pago no cambia. Cierre la tapa e imprima otra vez.',
    'paper-out':
      'La impresora no tiene papel. No salió nada y el pago no cambia. Ponga un rollo nuevo e imprima otra vez.',
    offline:
      'La impresora está fuera de línea. No salió nada y el pago no cambia. Póngala en línea e imprima otra vez.',
    error:
      'La impresora reporta una falla. No salió nada y el pago no cambia. Apáguela, enciéndala e imprima otra vez.',
    'broke-off':
      'Se cortó la conexión con la impresora. No salió nada y el pago no cambia. Revise que esté encendida y conectada, e imprima otra vez.',
  },
};
