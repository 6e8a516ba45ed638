/**
 * Whether two names of certificate holders are equal, in the format of Windows (`CN=A, O="B, C"`),
 * OpenSSL (`/O=B, C/CN=A`) or Node (one part per line). All parts must be equal, in any order, so that
 * another certificate of the same company is another publisher.
 *
 * @param {string} name
 * @param {string} otherName
 */
export function isSamePublisher(name, otherName) {
  const [first, second] = [parseParts(name), parseParts(otherName)];
  return first.length > 0 && first.join('\n') === second.join('\n');
}

/** @param {string} name */
function parseParts(name) {
  return splitName(name.trim())
    .map((part) => /^\s*([\w.]+)\s*=\s*(.*?)\s*$/s.exec(part))
    .map((partMatch) => {
      if (partMatch === null) return '';
      const [, key = '', value = ''] = partMatch;
      return `${toShortKey(key)}=${unescapeValue(value)}`;
    })
    .sort();
}

/** @param {string} name */
function splitName(name) {
  if (name.startsWith('/')) return name.slice(1).split(/\/(?=[A-Za-z][\w.]*=)/);
  if (name.includes('\n')) return name.split('\n');
  return name.match(/(?:"[^"]*"|\\.|[^,"\\])+/g) ?? [];
}

/**
 * Windows abbreviates the state as S, other formats as ST.
 *
 * @param {string} key
 */
function toShortKey(key) {
  const upper = key.toUpperCase();
  return upper === 'S' ? 'ST' : upper;
}

/** @param {string} value */
function unescapeValue(value) {
  return value.replace(/^"(.*)"$/s, '$1').replaceAll(/\\(.)/g, '$1');
}
