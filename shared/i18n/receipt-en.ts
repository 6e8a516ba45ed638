import type { ReceiptWords } from './receipt.ts';

export const receiptEn: ReceiptWords = {
  locale: 'en-US',
  helpLine: 'Help',
  posNumber: 'Till',
  cashier: 'Served by',
  date: 'Date',
  biller: 'Service',
  account: 'Account',
  nameOnAccount: 'Name',
  amount: 'Amount',
  rate: 'Exchange rate',
  rateDate: 'Date of the rate',
  amountInShopCurrency: 'Amount in',
  fee: 'Fee',
  total: 'Total',
  cash: 'Cash',
  change: 'Change',
  authorization: 'Authorization',
  externalId: 'Reference',
  handedOver: 'Handed over',
  givenBack: 'Given back',
  toHandOver: 'To hand over',
  toGiveBack: 'To give back',
  takesBack: 'Takes back the payment:',
  titles: {
    bill: 'Bill payment',
    topUp: 'Top-up',
    giftCard: 'Gift card',
    cashOut: 'Cash-out',
    cancel: 'Cancellation',
    test: 'Test print',
  },
  outcome: {
    paid: 'PAID',
    open: 'BEING VERIFIED: it is not yet known whether the payment was made. Keep this paper.',
    notPaid: 'NOT PAID: no payment was made.',
    byHandPaid: 'PAID, as a supervisor found.',
    byHandNotPaid: 'NOT PAID, as a supervisor found.',
    cashOutDone: 'CASH-OUT DONE',
    cashOutNotDone: 'CASH-OUT NOT DONE: no money was handed over.',
    cancelDone: 'CANCELLED: the payment was given back.',
    cancelNotDone: 'NOT CANCELLED: the payment stands.',
  },
  confirmedByLookUp: 'The payment was confirmed by asking the service.',
  noTicketText: 'The service sent no text for this receipt.',
  textIsMarked:
    'The printer could not print the text above exactly as it is. What differs is marked.',
  drawerKept:
    'The drawer no longer opens with this paper. If you need it, open it under Shop, Shift and cash.',
  training: '*** TRAINING: NO VALUE ***',
  copy: 'COPY',
  copyPrintedAt: 'Copy printed',
  fileKinds: {
    original: 'receipt',
    'shop-copy': 'shop-copy',
    copy: 'copy',
    failed: 'not-done',
    pending: 'being-verified',
    test: 'test',
  },
  shopCopy: 'FOR THE SHOP',
  thanks: 'Thank you for your payment',
  testLines: [
    'If you can read this page, the printer works.',
    'áéíóúüñ ÁÉÍÓÚÜÑ ¿? ¡! $ €',
    'No payment was made.',
  ],
  paper: {
    'not-set': 'No printer is set up. The payment stands. Ask the owner to set up the printer.',
    'bad-address':
      'The address of the printer is not valid. The payment stands. Ask the owner to correct it.',
    unreachable:
      'The printer cannot be reached, and nothing came out. The payment stands. Check that it is on and connected, then print again.',
    'not-a-printer':
      'What answers at that address is not a printer, and nothing came out. The payment stands. Ask the owner to check the address.',
    'answers-as-epson':
      'The printer answers as an Epson does, and another make is set. Nothing came out. Choose the make Epson when you set up the printer.',
    'answers-as-star':
      'The printer answers as a Star does, and another make is set. Nothing came out. Choose the make Star when you set up the printer.',
    'no-such-path':
      'There is nothing at the path of the printer, and nothing came out. The payment stands. Check the cable and that the printer is on, then print again.',
    'is-a-folder':
      'The path of the printer is a folder, and nothing came out. The payment stands. Ask the owner to correct it.',
    'no-permission':
      'This computer does not let the till use the printer, and nothing came out. The payment stands. Ask whoever looks after the computer for permission (on Linux the group "lp" or "dialout").',
    busy: 'Another program is using the printer, and nothing came out. The payment stands. Close it, then print again.',
    'no-folder':
      'The folder for the PDF files is not there, and no file was made. The payment stands. Make the folder or connect its disk, then print again.',
    'folder-closed':
      'The folder for the PDF files takes no new files. The payment stands. Ask for permission to write in it, then print again.',
    'disk-full':
      'The disk is full, and the receipt did not fit. The payment stands. Make room, then print again.',
    'not-made':
      'The till could not make this paper, and nothing came out. The payment stands. Save the diagnostics and call the help line.',
    'cannot-answer':
      'The printer took everything and cannot say whether it printed. The payment stands. See whether the paper came out, and answer on the screen.',
    silent:
      'The printer did not answer. The payment stands. See whether the paper came out, and answer on the screen.',
    'cover-open':
      'The cover of the printer is open. The payment stands. Close it, and see whether the paper came out.',
    'paper-out':
      'The printer is out of paper. The payment stands. Put in a new roll, and see whether the receipt came out.',
    offline:
      'The printer is offline. The payment stands. Check it, and see whether the paper came out.',
    error:
      'The printer reports a fault. The payment stands. Switch it off and on, and see whether the paper came out.',
    'broke-off':
      'The connection to the printer broke off. The payment stands. See whether the whole paper came out.',
    'till-stopped':
      'The program was closed while it printed. The payment stands. See whether the whole paper came out.',
    'cashier-saw-none': 'You said that no paper came out. The payment stands. You may print again.',
  },
  paperNotSent: {
    silent:
      'The printer did not answer. Nothing came out, and the payment stands. Check that it is on and ready, then print again.',
    'cover-open':
      'The cover of the printer is open. Nothing came out, and the payment stands. Close it, then print again.',
    'paper-out':
      'The printer is out of paper. Nothing came out, and the payment stands. Put in a new roll, then print again.',
    offline:
      'The printer is offline. Nothing came out, and the payment stands. Put it online, then print again.',
    error:
      'The printer reports a fault. Nothing came out, and the payment stands. Switch it off and on, then print again.',
    'broke-off':
      'The connection to the printer broke off. Nothing came out, and the payment stands. Check that it is on and connected, then print again.',
  },
};
