import type { CodeTexts } from './codes.ts';

const CHECK = 'Check the number with the customer.';
const LATER = 'Try again in a few minutes.';
const AT_BILLER = 'The customer has to go to {{biller}} in person.';
const CALL = 'Call the help line and tell them the code.';
const OWNER = 'Tell the owner of the shop.';
const ASK_AMOUNT = 'Ask the customer for the amount on the bill.';
const CLEAR_UP = 'The customer has to clear this up with {{biller}}.';
const SMALLER = 'Offer the customer to pay a smaller amount.';
const FIND_BILLER = "Look for the company's name on the customer's bill and search for it again.";
const WAIT_FOR_RESULT = 'The till is asking the service. Wait for the result.';

export const codesEn: CodeTexts = {
  biller: 'the company',
  codes: {
    R1: [
      'The account number does not have the digits that {{biller}} asks for.',
      'Count the digits with the customer and type the number again.',
    ],
    R2: ['The account does not exist at {{biller}}.', CHECK],
    R3: ['{{biller}} does not take this amount.', 'Agree on another amount with the customer.'],
    R4: ['{{biller}} does not recognize this account.', CHECK],
    R5: [
      'The phone number is not valid.',
      'Ask the customer to tell you the number again, with all its digits.',
    ],
    R6: [
      'The service does not know {{biller}}.',
      'Search for the company again. If it happens again, call the help line.',
    ],
    R7: [
      'The account exists at {{biller}}, but it cannot be paid this way.',
      'The customer has to pay directly at {{biller}}.',
    ],
    R8: [
      'This account is already paid at {{biller}}.',
      'Tell the customer that nothing is owed. If in doubt, the customer can ask {{biller}}.',
    ],
    R9: ['There was an unexpected error with {{biller}}; the data was right.', LATER],
    R10: ['This account does not belong to {{biller}}.', FIND_BILLER],
    R11: [
      '{{biller}} wants the full balance to be paid.',
      'Look up the balance and take the full amount.',
    ],
    R12: [
      'This payment was already made before.',
      'Find it in the history (F8). Do not take it again.',
    ],
    R13: [
      '{{biller}} asks for the name on the account.',
      "Type the name as it is on the customer's bill and try again.",
    ],
    R14: ['The amount is above the maximum of 1500 US dollars.', SMALLER],
    R15: ["The account's balance is zero.", 'Tell the customer that nothing is owed.'],
    R16: ['The account could not be looked up at {{biller}}.', LATER],
    R17: ['There is no top-up of this amount.', 'Choose one of the amounts that are offered.'],
    R18: [
      'This number has reached its top-up limit for today.',
      'The customer can top up again tomorrow.',
    ],
    R19: ['{{biller}} cannot be paid at the moment.', LATER],
    R20: ['{{biller}} took too long to answer the look-up.', LATER],
    R21: ['{{biller}} is set up wrongly at the service.', CALL],
    R22: ['{{biller}} is under maintenance.', 'Ask the customer to come back later.'],
    R23: [
      'There is no payment to cancel.',
      'Check in the history (F8) that it is the right payment.',
    ],
    R24: ['{{biller}} took too long to answer.', LATER],
    R25: [
      'The cancellation could not be done.',
      'Try again in a few minutes. If it happens again, call the help line.',
    ],
    R26: ['Payments to {{biller}} cannot be cancelled.', CLEAR_UP],
    R27: ["The customer's bill is overdue.", 'The customer has to pay directly at {{biller}}.'],
    R28: [
      'The account number is not valid: it has to start with 401, 501 or 601.',
      'Check the first three digits with the customer.',
    ],
    R29: [
      '{{biller}} gave an error for this account.',
      'Check the number with the customer. If it is right, try again later.',
    ],
    R30: ['The account belongs to another company, not to {{biller}}.', FIND_BILLER],
    R31: [
      'This phone number is no longer active.',
      'Check the number with the customer or ask for another one.',
    ],
    R32: [
      'The payment is below the minimum of 185 Mexican pesos.',
      'Offer the customer to pay 185 pesos or more.',
    ],
    R33: [
      'The service stopped this because it suspects fraud.',
      'Do not repeat it. Send the customer to {{biller}} and call the help line.',
    ],
    R34: [
      'The currency is not the one that {{biller}} takes.',
      'Do not repeat it. Call the help line and tell them the code.',
    ],
    R35: ['The connection with {{biller}} failed for a moment.', LATER],
    R36: [
      'The same payment to this account was sent less than an hour ago.',
      'Find it in the history (F8). If the customer wants to pay again, wait one hour.',
    ],
    R37: [
      'This account has automatic payments.',
      'Tell the customer that it pays itself. To change that, the customer has to ask {{biller}}.',
    ],
    R41: ['The amount is below what is owed.', 'Take at least the full balance.'],
    R42: [
      'The account is valid, but nothing is owed on it yet.',
      'The customer can come back when the bill has arrived.',
    ],
    R43: [
      'The barcode does not have the right form.',
      'Type the account number instead of the barcode.',
    ],
    R44: ['{{biller}} does not let this customer pay here.', AT_BILLER],
    R45: [
      'This account has reached the most payments of one day.',
      'The customer can pay tomorrow, or directly at {{biller}}.',
    ],
    R46: ['The balance of this account cannot be looked up.', AT_BILLER],
    R47: ['There is no connection with {{biller}}.', LATER],
    R48: ['{{biller}} could not do this.', LATER],
    R49: [
      'This transaction was already sent before.',
      'Find it in the history (F8). Do not take it again.',
    ],
    R50: [
      'Another payment to this account was sent less than 5 minutes ago.',
      'Find it in the history (F8). If this is a different payment, wait 5 minutes.',
    ],
    R99: ['The service had an error that it does not explain.', LATER],
    R100: [
      'The shop does not have enough balance at the service.',
      'Tell the owner of the shop: the account has to be topped up.',
    ],
    R101: ['{{biller}} does not let the balance be looked up.', ASK_AMOUNT],
    R102: [
      'The service missed a piece of data, or did not understand it.',
      'Check what was typed. If it happens again, call the help line.',
    ],
    R103: [
      'This payment was already cancelled.',
      'Find it in the history (F8) before you give money back.',
    ],
    R104: ['The service does not know this subscription.', CALL],
    R105: ['Payments can only be cancelled on the same day.', CLEAR_UP],
    R106: ['The time for cancelling this payment has passed.', CLEAR_UP],
    R114: ['The amount is above the maximum of 2500 US dollars.', SMALLER],
    R115: ["The service does not accept this till's number.", OWNER],
    R117: ['The shop has no contract for {{biller}}.', OWNER],
    R118: ['{{biller}} does not take automatic payments.', 'Pay the account in the ordinary way.'],
    R119: ["{{biller}} does not let an account's balance be followed.", ASK_AMOUNT],
    R121: ['There was a problem looking up the balance at {{biller}}.', LATER],
    R122: [
      '{{biller}} does not have the balance ready yet.',
      'Ask the customer to come back later.',
    ],
    R124: [
      'Cash cannot be withdrawn with {{biller}}.',
      'Check that it is the right company. If it is, the customer has to go elsewhere.',
    ],
    R125: [
      'Cash cannot be deposited with {{biller}}.',
      'Check that it is the right company. If it is, the customer has to go elsewhere.',
    ],
    R126: [
      'The transaction was not made: it is above the permitted limit.',
      "Read the service's message to the customer, who has to go to a branch of the bank.",
    ],
    R127: ['The transaction was not made.', "Read the service's message to the customer."],
    R200: [
      'The payment processor says that all is well, but does not confirm the transaction.',
      'Try again. If it happens again, call the help line.',
    ],
    R201: ['The payment processor gives no access to {{biller}}.', CALL],
    R202: ['The payment processor does not give the balance of {{biller}}.', ASK_AMOUNT],
    R299: ['The payment processor had an error that it does not explain.', LATER],
  },
  statuses: {
    200: ['The service answered, but the till cannot read the answer.', LATER],
    400: [
      'The service did not understand what the till asked for.',
      'Check what was typed. If it happens again, call the help line.',
    ],
    401: [
      "The service does not accept the shop's keys.",
      'Check the clock of this computer and tell the owner of the shop.',
    ],
    403: ['The shop is not allowed to do this.', OWNER],
    404: [
      'The service did not find what it was asked for.',
      'Check the company and the account number. If it happens again, call the help line.',
    ],
    422: [
      'The service did not accept this and did not say why.',
      'Check the data with the customer. If it happens again, call the help line.',
    ],
    429: ['The service has too many requests at the moment.', 'Wait a minute and try again.'],
    500: ['The service had an error.', LATER],
    503: ['The service is not available at the moment.', LATER],
    other: ['The service gave an answer that the till does not know.', CALL],
  },
  unknownCode: ['The service gave a notice that the till does not know.', CALL],
  money: {
    'look-up': {
      refused: 'No money moved: it was only a look-up.',
      earlier: 'No money moved: it was only a look-up.',
      open: 'No money moved: it was only a look-up.',
    },
    payment: {
      refused: "The payment was not made and no money moved. The cash is the customer's.",
      earlier: 'This attempt moved no money. An earlier payment may have.',
      open: 'It is not yet known whether the payment was made.',
    },
    'cash-out': {
      refused: 'The cash-out was not made and no money moved. Hand over no cash.',
      earlier: 'This attempt moved no money. There may be an earlier cash-out. Hand over no cash.',
      open: 'It is not yet known whether the cash-out was made. Hand over no cash.',
    },
    cancel: {
      refused: 'The cancellation was not done: the payment stands. Give no money back.',
      earlier: 'This attempt moved no money. The cancellation had been done before.',
      open: 'It is not yet known whether the payment was cancelled. Give no money back.',
    },
    bill: {
      refused: 'No money moved.',
      earlier: 'No money moved.',
      open: 'No money moved.',
    },
  },
  whileOpen: {
    'look-up': null,
    payment: `Do nothing with the money: do not give it back and do not take it again. ${WAIT_FOR_RESULT}`,
    'cash-out': `Do nothing with the money and do not repeat the cash-out. ${WAIT_FOR_RESULT}`,
    cancel: `Do nothing with the money and do not cancel again. ${WAIT_FOR_RESULT}`,
    bill: null,
  },
};
