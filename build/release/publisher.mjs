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

/**
 * Converts Node's name of a certificate's holder to Windows' spelling, which tills compare exactly:
 * last part first, the state as S, quotes around a value with special characters.
 *
 * @param {string} subject
 */
export function toWindowsName(subject) {
  return subject
    .split('\n')
    .reverse()
    .map((part) => {
      const [, key = '', value = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
      const text = unescapeValue(value);
      const isSpecial = /[,+="<>#;]|^\s|\s$/.test(text);
      return `${key === 'ST' ? 'S' : key}=${isSpecial ? `"${text.replaceAll('"', '""')}"` : text}`;
    })
    .join(', ');
}

/**
 * Whether a name is spelled as Windows does: keys in upper case, the state as S, not `/C=…`.
 *
 * @param {string} name
 */
export function isWindowsName(name) {
  const parts = splitName(name);
  return (
    parts.length > 0 &&
    parts.every((part, index) =>
      (index === 0 ? /^(?!ST=)[A-Z][A-Z\d.]*=\S/ : /^ (?!ST=)[A-Z][A-Z\d.]*=\S/).test(part),
    )
  );
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
