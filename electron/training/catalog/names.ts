/** Names of the generated catalogue. `#` stands for the place. */

export interface NamedType {
  readonly name: string;
  readonly type: string;
}

const named = (type: string, names: string): NamedType[] =>
  names.split(' · ').map((name) => ({ name, type }));

/** Companies that people ask for by name, by country. */
export const KNOWN_UTILITIES: Readonly<Record<string, readonly NamedType[]>> = {
  MX: [
    ...named('Electricity', 'CFE Calificados · CFE Internet'),
    ...named(
      'Water',
      'SACMEX Agua CDMX · SIAPA Guadalajara · CESPT Tijuana · JMAS Ciudad Juárez · JMAS Chihuahua · Interapas · Japac · SADM Recargos · Aguakan · CEA Querétaro',
    ),
    ...named(
      'Gas',
      'Gas Natural Fenosa · Engie México (Maxigas) · Gas Natural del Noroeste · Ecogas México · Tamauligas',
    ),
    ...named(
      'Cell',
      'Telcel Plan de Renta · AT&T México Pospago · Movistar México Pospago · Unefon Plan',
    ),
    ...named(
      'Internet',
      'Izzi Negocios · Infinitum Solo Internet · Axtel · Maxcom · Starlink México',
    ),
    ...named('Cable', 'Dish México · VeTV · Star TV · Cablemás · Stargroup'),
    ...named(
      'Credit Cards',
      'Banamex Tarjeta de Crédito · BBVA Tarjeta de Crédito · Santander Tarjeta · Banorte Tarjeta · Coppel Crédito · Suburbia · Palacio de Hierro · Sears México',
    ),
    ...named(
      'Loan',
      'Infonavit · Fonacot · Compartamos Banco · Crédito Familiar · Elektra Préstamo · Caja Popular Mexicana',
    ),
    ...named('Catalog', 'Avon Cosmetics · Natura México · Jafra · Andrea Calzado · Tupperware'),
    ...named(
      'Government',
      'Tesorería CDMX · Tenencia Estado de México · Multas Nuevo León · Predial Tijuana',
    ),
    ...named('Toll', 'TAG IAVE · TeleVía · PASE Urbano'),
    ...named('Education', 'UNAM Posgrado · Tec Milenio · Universidad del Valle de México'),
  ],
  CO: [
    ...named(
      'Electricity',
      'EPM Energía · Celsia Valle · Air-e · Afinia · ESSA Santander · CHEC Caldas · Emcali Energía',
    ),
    ...named(
      'Water',
      'Acueducto de Bogotá EAAB · Triple A de Barranquilla · Aguas de Cartagena · EPM Aguas',
    ),
    ...named(
      'Gas',
      'Vanti Gas Natural · Gases de Occidente · Gases del Caribe · Surtigas · Efigas · Alcanos de Colombia · Llanogas',
    ),
    ...named(
      'Internet',
      'Claro Hogar Colombia · Movistar Hogar · Tigo Hogar UNE · ETB Bogotá · Emcali Internet',
    ),
    ...named(
      'Cell',
      'Claro Pospago Colombia · Movistar Pospago Colombia · Tigo Pospago · WOM Pospago',
    ),
    ...named('Cable', 'DirecTV Colombia · HughesNet Colombia'),
    ...named(
      'Credit Cards',
      'Bancolombia Tarjeta · Davivienda Tarjeta · Tarjeta Éxito · Codensa Crédito Fácil',
    ),
    ...named(
      'Government',
      'DIAN Impuestos · SIMIT Comparendos · Predial Bogotá · Impuesto de Vehículos Cundinamarca',
    ),
    ...named('Catalog', 'Yanbal Colombia · Ésika Colombia · Leonisa'),
  ],
  DO: [
    ...named('Electricity', 'EDESUR · EDEESTE · CEPM Punta Cana'),
    ...named('Water', 'CAASD Santo Domingo · CORAASAN Santiago'),
    ...named('Internet', 'Claro Dominicana · Altice Dominicana · Viva Dominicana · Wind Telecom'),
    ...named('Cable', 'Aster · Telecable Central'),
  ],
  GT: [
    ...named('Electricity', 'EEGSA · Energuate DEOCSA · Energuate DEORSA'),
    ...named('Water', 'EMPAGUA'),
    ...named('Internet', 'Tigo Hogar Guatemala · Claro Guatemala'),
    ...named('Government', 'SAT Guatemala · EMETRA Multas'),
  ],
  HN: [
    ...named('Electricity', 'ENEE · Roatán Electric RECO'),
    ...named('Water', 'SANAA · Aguas de San Pedro · Aguas de Siguatepeque'),
    ...named('Internet', 'Tigo Honduras · Claro Honduras · Hondutel'),
  ],
  SV: [
    ...named('Electricity', 'AES CAESS · AES CLESA · AES EEO · DELSUR'),
    ...named('Water', 'ANDA'),
    ...named('Internet', 'Tigo El Salvador · Claro El Salvador · Digicel El Salvador'),
  ],
};

export const TEMPLATES: Readonly<Record<'es' | 'en' | 'pt', readonly NamedType[]>> = {
  es: [
    ...named('Electricity', 'Electrificadora de # · Cooperativa Eléctrica #'),
    ...named('Water', 'Aguas de # · Acueducto Municipal de #'),
    ...named('Gas', 'Gas de #'),
    ...named('Government', 'Impuesto Predial # · Municipalidad de #'),
    ...named('Cable', 'Cable Visión #'),
    ...named('Internet', 'Fibra Óptica #'),
    ...named('Loan', 'Caja de Ahorro # · Créditos Señorial #'),
    ...named('Education', 'Universidad de # · Colegio Niños Héroes #'),
    ...named('Insurance', 'Seguros La Compañía #'),
  ],
  pt: [
    ...named('Electricity', 'Companhia de Energia de # · Eletropaulista #'),
    ...named('Water', 'Saneamento de # · Águas de #'),
    ...named('Gas', 'Gás Natural #'),
    ...named('Government', 'Prefeitura de # IPTU · Detran #'),
    ...named('Internet', 'Fibra Conexão #'),
    ...named('Cable', 'TV a Cabo #'),
    ...named('Loan', 'Crediário #'),
    ...named('Education', 'Faculdade #'),
  ],
  en: [
    ...named('Electricity', '# Electric Company · # Power & Light'),
    ...named('Water', '# Water Works · # Sewer Authority'),
    ...named('Gas', '# Gas Service'),
    ...named('Government', '# Property Tax'),
    ...named('Cable', '# Cable TV'),
    ...named('Internet', '# Broadband'),
    ...named('Loan', '# Savings & Loan'),
    ...named('Education', '# College'),
    ...named('Insurance', '# Mutual Insurance'),
    ...named('Garbage', '# Waste Services'),
  ],
};

export const TOP_UP_OPERATORS: readonly {
  readonly country: string;
  readonly currency: string;
  readonly iso: string;
  readonly operators: string;
}[] = [
  {
    country: 'MX',
    currency: 'MXN',
    iso: 'MXN',
    operators:
      'Telcel Amigo Sin Límite · Telcel Amigo · Movistar México · AT&T Prepago · Unefon · Bait · Virgin Mobile México · Altcel · Freedompop México · Pillofon · Weex · OXXO Cel · Flash Mobile · Diri · Oui Móvil · Free Móvil',
  },
  {
    country: 'CO',
    currency: 'COP',
    iso: 'COP',
    operators:
      'Claro Colombia · Movistar Colombia · Tigo Colombia · WOM Colombia · ETB Móvil · Virgin Mobile Colombia · Móvil Éxito · Flash Mobile Colombia · Kalley Móvil',
  },
  {
    country: 'DO',
    currency: 'USD',
    iso: 'DOP',
    operators: 'Claro Dominicana · Altice Dominicana · Viva Dominicana',
  },
  {
    country: 'GT',
    currency: 'GTQ',
    iso: 'GTQ',
    operators: 'Tigo Guatemala · Claro Guatemala · Movistar Guatemala',
  },
  { country: 'HN', currency: 'USD', iso: 'HNL', operators: 'Tigo Honduras · Claro Honduras' },
  {
    country: 'SV',
    currency: 'USD',
    iso: 'USD',
    operators: 'Tigo El Salvador · Claro El Salvador · Digicel El Salvador · Movistar El Salvador',
  },
  {
    country: 'US',
    currency: 'USD',
    iso: 'USD',
    operators:
      'AT&T Prepaid · T-Mobile Prepaid · Verizon Prepaid · Cricket · Boost Mobile · Metro · Simple Mobile · TracFone · Ultra Mobile · H2O Wireless',
  },
  {
    country: 'NI',
    currency: 'USD',
    iso: 'NIO',
    operators: 'Claro Nicaragua · Tigo Nicaragua',
  },
  {
    country: 'PE',
    currency: 'PEN',
    iso: 'PEN',
    operators: 'Claro Perú · Movistar Perú · Entel Perú · Bitel',
  },
  { country: 'CR', currency: 'CRC', iso: 'CRC', operators: 'Kölbi · Claro Costa Rica · Liberty' },
];

export const TOP_UP_PRODUCTS = ['Recarga', 'Paquete Internet', 'Paquete Redes', 'Larga Distancia'];

export const GIFT_CARDS = [
  'Amazon',
  'Netflix',
  'Spotify',
  'Xbox',
  'PlayStation Store',
  'Nintendo eShop',
  'Google Play',
  'App Store y iTunes',
  'Roblox',
  'Steam',
  'Uber',
  'Cinépolis',
  'Free Fire Diamantes',
  'Crunchyroll',
  'Librería El Péndulo',
];

export const PARTNERS = [
  'BanMéxico Corresponsal',
  'Cooperativa Ahorro y Fe',
  'Remesas Unión',
  'Cuenta Ágil',
  'Banco del Istmo',
  'Microcréditos Doña Inés',
  'Envíos El Cóndor',
  'Monedero Mi Cartera',
];
