import { splitIntoFoldedWords } from './fold-text.ts';

/**
 * People search for "luz", not for "Electricity". The service's `biller_type` is free text in
 * English. These are additional search words, folded: Spanish of Mexico and Colombia, and Portuguese
 * if it differs. A type that is missing here is found only by its own words.
 */
const WORDS_BY_TYPE: ReadonlyMap<string, readonly string[]> = new Map([
  ['electricity', ['luz', 'electricidad', 'electrico', 'energia', 'electric', 'power']],
  ['electric', ['luz', 'electricidad', 'electrico', 'energia', 'electricity', 'power']],
  ['water', ['agua', 'drenaje', 'acueducto', 'alcantarillado']],
  ['gas', ['gas', 'gasera']],
  ['cable', ['cable', 'tele', 'television', 'tv', 'satelital', 'canales']],
  ['television', ['tele', 'television', 'tv', 'cable', 'satelital']],
  ['tv', ['tele', 'television', 'cable', 'satelital']],
  ['satellite', ['tele', 'television', 'tv', 'satelital', 'antena']],
  ['internet', ['internet', 'wifi', 'fibra', 'banda', 'modem']],
  ['landline', ['telefono', 'telefonia', 'linea', 'casa', 'fijo', 'phone']],
  ['telephone', ['telefono', 'telefonia', 'linea', 'phone']],
  ['phone', ['telefono', 'telefonia', 'linea']],
  ['mobile', ['celular', 'movil', 'telefono', 'plan', 'pospago', 'cell']],
  ['wireless', ['celular', 'movil', 'telefono', 'plan', 'cell']],
  ['postpaid', ['celular', 'movil', 'plan', 'pospago']],
  ['cell', ['recarga', 'celular', 'movil', 'saldo', 'prepago', 'tiempo', 'aire', 'topup']],
  ['giftcard', ['tarjeta', 'regalo', 'prepagada', 'gift', 'card']],
  ['gift', ['tarjeta', 'regalo', 'prepagada']],
  ['government', ['gobierno', 'impuesto', 'impuestos', 'predial', 'tramite', 'multa', 'tenencia']],
  ['tax', ['impuesto', 'impuestos', 'predial', 'tesoreria']],
  ['taxes', ['impuesto', 'impuestos', 'predial', 'tesoreria']],
  ['credit', ['credito', 'tarjeta', 'banco']],
  ['loan', ['prestamo', 'credito', 'mensualidad', 'abono']],
  ['mortgage', ['hipoteca', 'casa', 'credito', 'vivienda']],
  ['bank', ['banco', 'deposito']],
  ['insurance', ['seguro', 'seguros', 'poliza']],
  ['education', ['escuela', 'colegiatura', 'colegio', 'universidad']],
  ['school', ['escuela', 'colegiatura', 'colegio', 'universidad']],
  ['toll', ['peaje', 'caseta', 'autopista', 'tag']],
  ['transport', ['transporte', 'camion', 'metro', 'boleto', 'autobus']],
  ['catalog', ['catalogo', 'ventas']],
  ['cosmetics', ['catalogo', 'belleza', 'cosmeticos']],
  ['retail', ['tienda', 'departamental']],
  ['store', ['tienda', 'departamental']],
  ['health', ['salud', 'medico', 'hospital']],
  ['charity', ['donativo', 'donacion', 'ayuda']],
  ['donation', ['donativo', 'donacion', 'ayuda']],
  ['security', ['seguridad', 'alarma', 'vigilancia']],
  ['rent', ['renta', 'alquiler', 'arriendo']],
  ['gaming', ['juego', 'juegos', 'videojuegos']],
  ['streaming', ['series', 'peliculas', 'musica', 'video']],
]);

/** The folded words that find billers of this type, in addition to their names. */
export function getBillerTypeWords(type: string): string[] {
  const typeWords = splitIntoFoldedWords(type);
  return [...new Set(typeWords.flatMap((word) => [word, ...(WORDS_BY_TYPE.get(word) ?? [])]))];
}
