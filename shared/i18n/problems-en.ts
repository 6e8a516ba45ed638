import type { ProblemTexts } from './problems.ts';
import { englishCare } from './problems-care.ts';
import { englishUpload } from './problems-upload.ts';

const NOTHING = 'Nothing was charged.';
const PAPER_ONLY = 'The payment stays as it is: printing never charges.';

export const english: ProblemTexts = {
  'invalid-input': [
    'The till did not understand “{{field}}”.',
    NOTHING,
    'Check what was typed and try again. If it happens again, call the help line.',
  ],
  'not-signed-in': ['Nobody is signed in.', NOTHING, 'Choose your name and type your PIN.'],
  'not-allowed': [
    'Your role does not allow this.',
    NOTHING,
    'Ask a supervisor or the owner to do it.',
  ],
  'not-set-up': ['This till is not set up yet.', NOTHING, 'Set it up with the assistant.'],
  'wrong-pin': ['The PIN is not right.', NOTHING, 'Type it again, without hurry.'],
  'wrong-pin-wait': [
    'The PIN is not right.',
    NOTHING,
    'Wait {{seconds}} seconds and type it again.',
  ],
  wait: [
    'There were several tries in a row with a wrong PIN.',
    NOTHING,
    'Wait {{seconds}} seconds before the next try.',
  ],
  'locked-out': [
    'There were too many wrong PINs in a row: this name is locked out.',
    NOTHING,
    'A supervisor or the owner lets it in again with their own PIN.',
  ],
  'locked-out-owner': [
    'There were too many wrong PINs in a row: this name is locked out.',
    NOTHING,
    'Another owner lets it in again with a PIN, or it ends by itself after {{minutes}} minutes with the till on.',
  ],
  'staff.last-owner': [
    'This is the only active owner of this till.',
    'Nothing was changed.',
    'Make somebody else an owner first.',
  ],
  'staff.yourself': [
    'Nobody can disable themselves.',
    'Nothing was changed.',
    'Ask somebody else who may.',
  ],
  'staff.pin-taken': [
    'Somebody else who approves has that PIN.',
    'Nothing was changed.',
    'Choose another PIN.',
  ],
  'staff.pin-obvious': [
    'That PIN is guessed at the first try.',
    'Nothing was changed.',
    'Whoever approves needs a PIN unlike 1111 or 1234.',
  ],
  'staff.pin-needed': [
    'Whoever begins to approve needs a new PIN.',
    'Nothing was changed.',
    'Type a new PIN twice.',
  ],
  'staff.id-taken': [
    'That id is somebody else’s, even if disabled.',
    'Nothing was changed.',
    'Type another id, or leave the field empty.',
  ],
  'staff.not-locked-out': [
    'This name is not locked out.',
    'Nothing was changed.',
    'Sign in with the PIN.',
  ],
  'not-found.biller': ['This biller is not in the list.', NOTHING, 'Search for it by its name.'],
  'not-found.payment': [
    'This payment is not in the till’s records.',
    'The till moved no money.',
    'Look for it in the receipts (F8) or the unresolved payments (F9).',
  ],
  'not-found.order': [
    'The payment that you prepared is no longer valid.',
    NOTHING,
    'Prepare it again from the amount.',
  ],
  'not-found.cashier': [
    'This person is no longer in the list.',
    NOTHING,
    'Choose another name or ask the owner.',
  ],
  'not-found.print-job': [
    'This receipt is no longer in the printer.',
    PAPER_ONLY,
    'Find it in the receipts (F8) and print a copy.',
  ],
  'not-found.bill': ['This saved bill no longer exists.', NOTHING, 'Search for it again.'],
  'keys-refused': [
    'The service does not accept this shop’s keys.',
    NOTHING,
    'Check the keys. If they are right, ask the service to allow this shop’s address.',
  ],
  'service-unreachable.no-network': [
    'This computer has no internet connection.',
    NOTHING,
    'Check the cable or the wifi and try again.',
  ],
  'service-unreachable.name-not-found': [
    'The service’s address cannot be found.',
    NOTHING,
    'Check the internet connection and the service’s address.',
  ],
  'service-unreachable.refused': [
    'The service did not open the connection.',
    NOTHING,
    'Wait a moment and try again. Check the address if it has never worked.',
  ],
  'service-unreachable.tls': [
    'A secure connection to the service could not be opened.',
    NOTHING,
    'Check the computer’s date and the certificate. Stop here if you do not know why it changed.',
  ],
  'service-unreachable.proxy': [
    'The network’s proxy did not let the connection through.',
    NOTHING,
    'Check the proxy’s address with whoever looks after the network.',
  ],
  'service-unreachable.insecure-address': [
    'The service’s address is not secure: it must begin with https://.',
    NOTHING,
    'Type the address with https://.',
  ],
  'service-unreachable.other': [
    'The service could not be reached.',
    NOTHING,
    'Wait a moment and try again. If it happens again, call the help line.',
  ],
  'service-silent': [
    'The service did not answer within {{seconds}} seconds.',
    NOTHING,
    'Try again. If it happens again, wait a few minutes.',
  ],
  'service-unreadable': [
    'The service answered something that cannot be read.',
    NOTHING,
    'Wait a moment and try again. If it happens again, call the help line.',
  ],
  'clock-off': [
    'The computer’s clock differs from the service’s by {{minutes}} minutes.',
    NOTHING,
    'Set the computer’s date and time and try again.',
  ],
  'not-offered.top-up-check': [
    'This service cannot check a top-up before it is sold.',
    NOTHING,
    'Confirm the number with the customer and go on.',
  ],
  'not-offered.cancel': [
    'This service cannot cancel payments.',
    'The payment stands.',
    'Tell the customer to settle it with the biller.',
  ],
  'not-offered.linked-bills': [
    'This service cannot keep bills.',
    NOTHING,
    'Pay the bill without keeping it.',
  ],
  'not-offered.drp': [
    'This service does not offer the special payment of this biller.',
    NOTHING,
    'Wait until the biller answers again.',
  ],
  'not-offered.balance': [
    'This biller does not tell the balance.',
    NOTHING,
    'Ask the customer for the amount and type it.',
  ],
  'not-offered.extra-data': [
    'This biller gives no further data on the bill.',
    NOTHING,
    'Go on without them.',
  ],
  'not-offered.cash-out': [
    'Cash cannot be taken out with this biller.',
    'Hand out no money.',
    'Tell the customer that it is not possible here.',
  ],
  'not-offered.training': [
    'This till is running no training service.',
    NOTHING,
    'Faults can be tried in training mode alone. If this is training, restart the till.',
  ],
  'account-number.empty': ['The account number is missing.', NOTHING, 'Type it.'],
  'account-number.characters': [
    'The account number has characters that the biller does not use{{expected}}.',
    NOTHING,
    'Copy it again from the customer’s bill.',
  ],
  'account-number.too-short': [
    'The account number has too few digits{{expected}}.',
    NOTHING,
    'Compare it with the customer’s bill.',
  ],
  'account-number.too-long': [
    'The account number has too many digits{{expected}}.',
    NOTHING,
    'Compare it with the customer’s bill.',
  ],
  'account-number.mask': [
    'The account number does not have this biller’s form{{expected}}.',
    NOTHING,
    'Compare it with the customer’s bill.',
  ],
  'account-number.name-required': [
    'This biller asks for the account holder’s name.',
    NOTHING,
    'Type the name as it stands on the bill.',
  ],
  'amount.below-minimum': [
    'The amount is below the least that is taken{{limit}}.',
    NOTHING,
    'Type a larger amount.',
  ],
  'amount.too-many-decimals': [
    'The amount has more than two decimals.',
    NOTHING,
    'Type it with two decimals.',
  ],
  'amount.not-positive': [
    'The amount must be above zero.',
    NOTHING,
    'Type what the customer will pay.',
  ],
  'amount.above-limit': [
    'The amount is above the service’s limit{{limit}}.',
    NOTHING,
    'Type a smaller amount, or ask the customer to pay at the biller.',
  ],
  'amount.not-the-balance': [
    'This biller takes only the full balance{{limit}}.',
    NOTHING,
    'Charge the full balance, or do not pay.',
  ],
  'amount.below-the-balance': [
    'This biller takes no less than the balance{{limit}}.',
    NOTHING,
    'Charge at least the balance, or do not pay.',
  ],
  'amount.not-offered': [
    'The biller does not sell this amount.',
    NOTHING,
    'Choose one of the amounts that are shown.',
  ],
  'amount.balance-first': [
    'With this biller the balance must be looked up before paying.',
    NOTHING,
    'Look up the balance and go on.',
  ],
  'amount.cash-too-little': [
    'The cash is not enough{{limit}}.',
    NOTHING,
    'Ask the customer for the rest.',
  ],
  'amount.wrong-currency': [
    'The amount is in another currency.',
    NOTHING,
    'Type it in the currency that is shown.',
  ],
  'amount.no-rate': [
    'There is no exchange rate for this biller’s currency.',
    NOTHING,
    'Refresh the rates and try again.',
  ],
  'biller-unusable.gone': [
    'This biller has left the service’s list.',
    NOTHING,
    'Tell the customer that it cannot be paid here for now.',
  ],
  'biller-unusable.no-currency': [
    'The service does not say in which currency this biller charges.',
    NOTHING,
    'It cannot be paid here. Tell the help line.',
  ],
  'biller-unusable.wrong-kind': [
    'This biller is paid in another way.',
    NOTHING,
    'Look for it in the sale where it belongs.',
  ],
  held: [
    'There is a payment for this same account whose outcome is not known yet.',
    'Do not charge again until it is known.',
    'Open the unresolved payments (F9) and wait for the outcome.',
  ],
  'payment-state': [
    'This cannot be done with the payment at this moment.',
    'The payment has not changed.',
    'See where it stands in the unresolved payments (F9).',
  ],
  'storage.full': [
    'The computer’s disk is full: the till cannot write payments down.',
    'No new payment was sent.',
    'Free space on the disk and open the till again.',
  ],
  'storage.read-only': [
    'The till cannot write to its folder.',
    'No new payment was sent.',
    'Ask whoever looks after the computer to allow writing, and open the till again.',
  ],
  'storage.damaged': [
    'The record of payments of this till is damaged.',
    'The till does not sell, so that no payment is lost or made twice.',
    'Delete nothing. Call the help line: the record is restored from a backup.',
  ],
  'storage.newer-version': [
    'The record of payments comes from a newer version of Mostrador.',
    'The till does not sell, so that its records are not harmed.',
    'Install the newer version of Mostrador and open it.',
  ],
  'storage.in-use': [
    'The record of payments is open in another window or program.',
    'This window does not sell.',
    'Close the other window of Mostrador and open this one again.',
  ],
  'storage.failed': [
    'The record of payments of this till could not be opened.',
    'The till does not sell while it cannot read it.',
    'Restart the computer. If it happens again, call the help line.',
  ],
  'printer.not-set': [
    'This till has no printer.',
    'Payments stay as they are.',
    'Choose a printer when you set up the till.',
  ],
  'printer.bad-address': [
    'The printer’s address cannot be understood.',
    'Payments stay as they are.',
    'Type it like tcp://192.168.1.50:9100.',
  ],
  'printer.unreachable': [
    'The printer does not answer at its address.',
    'Payments stay as they are.',
    'Check that it is switched on and on the network.',
  ],
  'printer.no-permission': [
    'The computer does not allow the use of the printer.',
    'Payments stay as they are.',
    'Ask whoever looks after the computer to let this user print: on Linux, to add it to the group “lp” (USB) or “dialout” (serial), and to sign in again.',
  ],
  'printer.not-a-printer': [
    'Something that is not a printer answers at that address.',
    'Payments stay as they are.',
    'Check the printer’s address.',
  ],
  'printer.answers-as-epson': [
    'The printer answers as an Epson does, and another make is set.',
    'Nothing was printed. Payments stay as they are.',
    'Choose the make Epson when you set up the printer.',
  ],
  'printer.answers-as-star': [
    'The printer answers as a Star does, and another make is set.',
    'Nothing was printed. Payments stay as they are.',
    'Choose the make Star when you set up the printer.',
  ],
  'printer.no-such-path': [
    'There is nothing at that path.',
    'Nothing was printed. Payments stay as they are.',
    'Check the cable and that the printer is on, and that the path is written exactly, such as /dev/usb/lp0 or COM3.',
  ],
  'printer.is-a-folder': [
    'That path is a folder and not a printer.',
    'Nothing was printed. Payments stay as they are.',
    'Type the path of the printer itself, such as /dev/usb/lp0, or choose PDF files for a folder.',
  ],
  'printer.busy': [
    'Another program is using the printer, or it still holds the last job.',
    'Nothing was printed. Payments stay as they are.',
    'Close the other program, wait a moment and print again.',
  ],
  'printer.no-folder': [
    'The folder for the PDF files is not there.',
    'Nothing was printed. Payments stay as they are.',
    'Make the folder, or connect the disk that it is on, and print again.',
  ],
  'printer.folder-closed': [
    'The folder for the PDF files takes no new files.',
    'Nothing was printed. Payments stay as they are.',
    'Ask whoever looks after the computer for permission to write in that folder, or choose another one.',
  ],
  'printer.disk-full': [
    'The disk is full: there is no room for the receipt.',
    PAPER_ONLY,
    'Make room on the disk and print again.',
  ],
  'printer.cannot-answer': [
    'The printer took everything, and at this path it cannot say whether the paper came out.',
    PAPER_ONLY,
    'See whether the paper came out well.',
  ],
  'printer.no-answer': [
    'Something takes the connection and does not answer as a printer of that make does.',
    'Nothing was printed. Payments stay as they are.',
    'Check that the address is the printer’s, that it is ready, and that its make is the right one.',
  ],
  'printer.cover-open': [
    'The printer’s cover is open.',
    PAPER_ONLY,
    'Close the cover and print again.',
  ],
  'printer.paper-out': [
    'The printer is out of paper.',
    PAPER_ONLY,
    'Put in a new roll and print again.',
  ],
  'printer.offline': [
    'The printer is offline.',
    PAPER_ONLY,
    'Press its online button, or switch it off and on.',
  ],
  'printer.error': [
    'The printer reports a fault.',
    PAPER_ONLY,
    'Switch it off and on. Check that the paper is not jammed.',
  ],
  'printer.silent': [
    'The printer took the receipt and did not confirm that it came out.',
    PAPER_ONLY,
    'See whether the paper came out, and say so on the screen.',
  ],
  'printer.broke-off': [
    'The connection to the printer broke off halfway.',
    PAPER_ONLY,
    'See what came out on paper, and print again if something is missing.',
  ],
  provisioning: [
    'The provisioning file has an error in “{{field}}”: {{reason}}.',
    'Nothing was kept.',
    'Correct that field of the file and choose it again.',
  ],
  'provisioning-incomplete': [
    'The provisioning file leaves out: {{fields}}.',
    'Nothing was kept.',
    'Add those fields to the file and choose it again.',
  ],
  'stale-settings': [
    'Somebody else changed the settings while you were looking at them.',
    'Nothing was kept.',
    'See how they stand now, and make the change again.',
  ],
  'setting.logo-unreadable': [
    'The file of the logo could not be read.',
    'Nothing was kept.',
    'Check the path. The file may have 1 MB at most.',
  ],
  'setting.logo-not-png': [
    'The file of the logo is not a PNG picture, is damaged, or has more than 2,048 dots to a side.',
    'Nothing was kept.',
    'Choose another PNG picture.',
  ],
  'setting.ca-unreadable': [
    'The certificate file could not be read.',
    'Nothing was kept.',
    'Check the path of the file.',
  ],
  'setting.ca-not-pem': [
    'The file is not a certificate in PEM form.',
    'Nothing was kept.',
    'Ask whoever gave it to you for the certificate in PEM form.',
  ],
  'setting.address-not-https': [
    'The address of the service does not begin with https://.',
    'Nothing was kept.',
    'Type the whole address, with https:// in front.',
  ],
  'setting.address-with-password': [
    'There is a name or a password in the address of the service.',
    'Nothing was kept.',
    'Type the address without it: the keys have fields of their own.',
  ],
  'setting.proxy-address': [
    'The address of the proxy cannot be understood.',
    'Nothing was kept.',
    'Type it like http://192.168.1.1:8080.',
  ],
  'setting.keys-missing': [
    'The keys of the service are missing.',
    'Nothing was kept.',
    'Type the API key and the secret key.',
  ],
  'setting.sftp-key-unreadable': [
    'The key file could not be read.',
    'Nothing was kept.',
    'Check the path of the file.',
  ],
  'setting.sftp-key-not-a-key': [
    'That is not an SSH private key without a passphrase.',
    'Nothing was kept.',
    'Choose the private key, in PEM or OpenSSH form.',
  ],
  'setting.sftp-secret-missing': [
    'The password or the key for the server is missing.',
    'Nothing was kept.',
    'Type the password or choose the private key.',
  ],
  'setting.backup-folder': [
    'The backup folder cannot be written to.',
    'Nothing was kept.',
    'Check that the folder is there and that this computer may write into it.',
  ],
  'no-key-store': [
    'This computer has no safe place to keep production keys.',
    'The keys were not kept.',
    'Use the installed application in an account with a key store, or set up the till for the sandbox.',
  ],
  internal: [
    'The till had a fault of its own.',
    'If you were paying, do not charge again: look at the unresolved payments (F9) first.',
    'Call the help line and say the code.',
  ],
  'shift.needed': ['No shift is open.', NOTHING, 'Open the shift with its float, and go on.'],
  'shift.open-already': [
    'There is an open shift in this drawer already.',
    NOTHING,
    'Close that shift first.',
  ],
  'shift.closed': [
    'This shift is closed already.',
    'Its totals stay as they are.',
    'Look at its Z report.',
  ],
  'shift.not-yours': [
    'This drawer is somebody else’s.',
    'No money was moved.',
    'Its cashier or a supervisor can close it.',
  ],
  'shift.not-counted': [
    'The drawer was counted again, or not yet.',
    'The shift is still open.',
    'Count the drawer and close it by that count.',
  ],
  'shift.explanation': [
    'The count differs and there is no explanation.',
    'The shift is still open.',
    'Write why it differs, with at least 3 letters.',
  ],
  'shift.held': [
    'Something of this shift is not finished.',
    'The shift is still open.',
    'Finish it in “To resolve” (F9), or hand the drawer over with it.',
  ],
  'shift.same-person': [
    'The drawer is handed over to somebody else.',
    'The shift is still open.',
    'Choose another name, or close the shift.',
  ],
  'shift.report-gone': [
    'This report was shown a while ago.',
    'Nothing was printed.',
    'Open the report again and print it.',
  ],
  'cash.negative': [
    'The sum is below zero.',
    'No money was moved.',
    'Type what is there; 0 where there is nothing.',
  ],
  'cash.not-positive': ['The sum is zero.', 'No money was moved.', 'Type how much it is.'],
  'cash.too-many-decimals': [
    'The sum has more than two decimals.',
    'No money was moved.',
    'Type it with two decimals at most.',
  ],
  'cash.too-much': [
    'The sum is too large for a drawer.',
    'No money was moved.',
    'Check the digits.',
  ],
  'cash.currency': [
    'A currency is missing in the count, or does not belong to it.',
    'No money was moved.',
    'Count again from the beginning.',
  ],
  'cash.piece': [
    'There is no such bill or coin in this currency.',
    'No money was moved.',
    'Count again from the beginning.',
  ],
  ...englishCare,
  ...englishUpload,
};
