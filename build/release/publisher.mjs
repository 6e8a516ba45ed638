/**
 * The name of a certificate's holder: the same whether Windows (`CN=A, O="B, C"`), OpenSSL
 * (`/O=B, C/CN=A`) or Node (a line each) writes it. Its parts are compared whole and without regard
 * to their order, so that another certificate of the same company is another publisher.
 */
export function isSamePublisher(one, other) {
  const [first, second] = [parseParts(one), parseParts(other)];
  return first.length > 0 && first.join('\n') === second.join('\n');
}

function parseParts(name) {
  return splitName(name.trim())
    .map((part) => /^\s*([\w.]+)\s*=\s*(.*?)\s*$/s.exec(part))
    .map((found) => (found === null ? '' : `${toShortKey(found[1])}=${unescapeValue(found[2])}`))
    .sort();
}

function splitName(name) {
  if (name.startsWith('/')) return name.slice(1).split(/\/(?=[A-Za-z][\w.]*=)/);
  if (name.includes('\n')) return name.split('\n');
  return name.match(/(?:"[^"]*"|\\.|[^,"\\])+/g) ?? [];
}

/** Windows calls a state S, all others ST. */
function toShortKey(key) {
  const upper = key.toUpperCase();
  return upper === 'S' ? 'ST' : upper;
}

function unescapeValue(value) {
  return value.replace(/^"(.*)"$/s, '$1').replaceAll(/\\(.)/g, '$1');
}
