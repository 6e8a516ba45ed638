/** A country of the generated catalogue: number of utilities, currency, language and places. */
export interface TrainingCountry {
  readonly code: string;
  readonly currency: string;
  readonly language: 'es' | 'en' | 'pt';
  readonly utilityCount: number;
  readonly placeNames: readonly string[];
}

const parsePlaces = (text: string): readonly string[] => text.split(' · ');

export const TRAINING_COUNTRIES: readonly TrainingCountry[] = [
  {
    code: 'MX',
    currency: 'MXN',
    language: 'es',
    utilityCount: 130,
    placeNames: parsePlaces(
      'Mérida · León · Querétaro · San Luis Potosí · Culiacán · Torreón · Cancún · Mazatlán · Oaxaca · Xalapa · Acuña · Peñamiller · Chetumal · Tepic',
    ),
  },
  {
    code: 'CO',
    currency: 'COP',
    language: 'es',
    utilityCount: 130,
    placeNames: parsePlaces(
      'Bogotá · Medellín · Cali · Barranquilla · Cúcuta · Ibagué · Popayán · Montería · Neiva · Tunja · Nariño · Quibdó · Itagüí · El Peñol',
    ),
  },
  {
    code: 'DO',
    currency: 'RD',
    language: 'es',
    utilityCount: 120,
    placeNames: parsePlaces(
      'Santo Domingo · Santiago · La Romana · Higüey · Samaná · Baní · Azua · Moca · Barahona · Jarabacoa · Constanza · Peña',
    ),
  },
  {
    code: 'GT',
    currency: 'GTQ',
    language: 'es',
    utilityCount: 120,
    placeNames: parsePlaces(
      'Mixco · Villa Nueva · Quetzaltenango · Cobán · Escuintla · Chimaltenango · Petén · Jalapa · Sololá · Zacapa · Totonicapán · Huehuetenango',
    ),
  },
  {
    code: 'HN',
    currency: 'HNL',
    language: 'es',
    utilityCount: 110,
    placeNames: parsePlaces(
      'Tegucigalpa · San Pedro Sula · La Ceiba · Comayagua · Choluteca · Danlí · Roatán · Tela · Siguatepeque · Juticalpa · Gracias · Olanchito',
    ),
  },
  {
    code: 'SV',
    currency: 'USD',
    language: 'es',
    utilityCount: 110,
    placeNames: parsePlaces(
      'San Salvador · Santa Ana · San Miguel · Soyapango · Usulután · Sonsonate · Ahuachapán · Cuscatlán · La Unión · Chalatenango · Zacatecoluca · Cabañas',
    ),
  },
  {
    code: 'NI',
    currency: 'NIO',
    language: 'es',
    utilityCount: 100,
    placeNames: parsePlaces(
      'Managua · Estelí · Matagalpa · Masaya · Granada · Bluefields · Chinandega · Rivas · Jinotega · Boaco',
    ),
  },
  {
    code: 'CR',
    currency: 'CRC',
    language: 'es',
    utilityCount: 100,
    placeNames: parsePlaces(
      'San José · Alajuela · Heredia · Cartago · Limón · Liberia · Puntarenas · Escazú · Turrialba · Cañas',
    ),
  },
  {
    code: 'PA',
    currency: 'USD',
    language: 'es',
    utilityCount: 100,
    placeNames: parsePlaces(
      'Ciudad de Panamá · Colón · David · Chitré · Santiago de Veraguas · Penonomé · Boquete · La Chorrera · Aguadulce · Las Tablas',
    ),
  },
  {
    code: 'PE',
    currency: 'PEN',
    language: 'es',
    utilityCount: 120,
    placeNames: parsePlaces(
      'Lima · Arequipa · Trujillo · Chiclayo · Piura · Cusco · Huánuco · Iquitos · Ferreñafe · Áncash · Junín · Tacna',
    ),
  },
  {
    code: 'EC',
    currency: 'USD',
    language: 'es',
    utilityCount: 110,
    placeNames: parsePlaces(
      'Quito · Guayaquil · Cuenca · Ambato · Manta · Loja · Ibarra · Riobamba · Esmeraldas · Cañar · Machala · Tulcán',
    ),
  },
  {
    code: 'BO',
    currency: 'BOB',
    language: 'es',
    utilityCount: 100,
    placeNames: parsePlaces(
      'La Paz · El Alto · Cochabamba · Santa Cruz · Sucre · Potosí · Oruro · Tarija · Trinidad · Montero',
    ),
  },
  {
    code: 'AR',
    currency: 'ARS',
    language: 'es',
    utilityCount: 120,
    placeNames: parsePlaces(
      'Buenos Aires · Córdoba · Rosario · Mendoza · Tucumán · La Plata · Neuquén · Salta · Paraná · Cañuelas · Río Cuarto · Ushuaia',
    ),
  },
  {
    code: 'CL',
    currency: 'CLP',
    language: 'es',
    utilityCount: 110,
    placeNames: parsePlaces(
      'Santiago · Valparaíso · Concepción · Viña del Mar · Ñuñoa · Temuco · Antofagasta · Iquique · Chillán · Osorno · Peñalolén',
    ),
  },
  {
    code: 'PY',
    currency: 'PYG',
    language: 'es',
    utilityCount: 100,
    placeNames: parsePlaces(
      'Asunción · Ciudad del Este · Luque · Encarnación · Caaguazú · Ñemby · Pilar · Itauguá · Villarrica · Concepción',
    ),
  },
  {
    code: 'UY',
    currency: 'UYU',
    language: 'es',
    utilityCount: 100,
    placeNames: parsePlaces(
      'Montevideo · Salto · Paysandú · Maldonado · Rivera · Tacuarembó · Melo · Durazno · Rocha · Colonia',
    ),
  },
  {
    code: 'BR',
    currency: 'BRL',
    language: 'pt',
    utilityCount: 110,
    placeNames: parsePlaces(
      'São Paulo · Rio de Janeiro · Salvador · Brasília · Fortaleza · Curitiba · Belém · Goiânia · Maceió · Niterói · João Pessoa · Vitória',
    ),
  },
  {
    code: 'JM',
    currency: 'JMD',
    language: 'en',
    utilityCount: 100,
    placeNames: parsePlaces(
      'Kingston · Montego Bay · Spanish Town · Portmore · Mandeville · May Pen · Ocho Rios · Negril · Port Antonio · Linstead',
    ),
  },
  {
    code: 'HT',
    currency: 'HTG',
    language: 'en',
    utilityCount: 100,
    placeNames: parsePlaces(
      'Port-au-Prince · Cap-Haïtien · Gonaïves · Les Cayes · Jacmel · Jérémie · Hinche · Saint-Marc · Léogâne · Delmas',
    ),
  },
  {
    code: 'PH',
    currency: 'PHP',
    language: 'en',
    utilityCount: 120,
    placeNames: parsePlaces(
      'Manila · Quezon City · Cebu · Davao · Iloilo · Baguio · Zamboanga · Bacolod · Parañaque · Las Piñas · Dasmariñas · Naga',
    ),
  },
  {
    code: 'IN',
    currency: 'INR',
    language: 'en',
    utilityCount: 120,
    placeNames: parsePlaces(
      'Mumbai · Delhi · Bengaluru · Chennai · Kolkata · Pune · Hyderabad · Jaipur · Lucknow · Surat · Kochi · Indore',
    ),
  },
  {
    code: 'VN',
    currency: 'VND',
    language: 'en',
    utilityCount: 110,
    placeNames: parsePlaces(
      'Hà Nội · Đà Nẵng · Huế · Cần Thơ · Hải Phòng · Nha Trang · Vũng Tàu · Biên Hòa · Đà Lạt · Quy Nhơn · Hội An',
    ),
  },
  {
    code: 'CA',
    currency: 'CAD',
    language: 'en',
    utilityCount: 110,
    placeNames: parsePlaces(
      'Toronto · Montréal · Vancouver · Calgary · Ottawa · Québec · Winnipeg · Halifax · Regina · Trois-Rivières · Whitehorse',
    ),
  },
];

/** The United States get the remaining number of utilities. */
export const US_PLACES = parsePlaces(
  'Springfield · Franklin · Clinton · Greenville · Bristol · Fairview · Salem · Madison · Georgetown · Arlington · Ashland · Dover · Oxford · Jackson · Burlington · Manchester · Milton · Newport · Auburn · Centerville · Clayton · Dayton · Lexington · Milford · Riverside · Cleveland · Hudson · Kingston · Mount Vernon · Oakland · Winchester · Lebanon · Monroe · Lincoln · Marion · Cañon City · Española · Peñasco · Jefferson · Washington',
);

export const US_STATES = parsePlaces(
  'AL · AZ · AR · CA · CO · FL · GA · IL · IN · KS · KY · LA · MI · MO · NC · NM · NV · NY · OH · OK · OR · PA · TN · TX · VA · WA · WI',
);
