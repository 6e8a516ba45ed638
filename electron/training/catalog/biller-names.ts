/** Names of the generated catalogue. `#` is the placeholder for the place. */

export interface BillerNameAndType {
  readonly name: string;
  readonly type: string;
}

const toNamedTypes = (type: string, names: string): BillerNameAndType[] =>
  names.split(' · ').map((name) => ({ name, type }));

/** Well-known companies, by country. */
export const UTILITIES_BY_COUNTRY: Readonly<Record<string, readonly BillerNameAndType[]>> = {
  MX: [
    ...toNamedTypes('Electricity', 'CFE Calificados · CFE Internet'),
    ...toNamedTypes(
      'Water',
      'SACMEX Agua CDMX · SIAPA Guadalajara · CESPT Tijuana · JMAS Ciudad Juárez · JMAS Chihuahua · Interapas · Japac · SADM Recargos · Aguakan · CEA Querétaro',
    ),
    ...toNamedTypes(
      'Gas',
      'Gas Natural Fenosa · Engie México (Maxigas) · Gas Natural del Noroeste · Ecogas México · Tamauligas',
    ),
    ...toNamedTypes(
      'Cell',
      'Telcel Plan de Renta · AT&T México Pospago · Movistar México Pospago · Unefon Plan',
    ),
    ...toNamedTypes(
      'Internet',
      'Izzi Negocios · Infinitum Solo Internet · Axtel · Maxcom · Starlink México',
    ),
    ...toNamedTypes('Cable', 'Dish México · VeTV · Star TV · Cablemás · Stargroup'),
    ...toNamedTypes(
      'Credit Cards',
      'Banamex Tarjeta de Crédito · BBVA Tarjeta de Crédito · Santander Tarjeta · Banorte Tarjeta · Coppel Crédito · Suburbia · Palacio de Hierro · Sears México',
    ),
    ...toNamedTypes(
      'Loan',
      'Infonavit · Fonacot · Compartamos Banco · Crédito Familiar · Elektra Préstamo · Caja Popular Mexicana',
    ),
    ...toNamedTypes(
      'Catalog',
      'Avon Cosmetics · Natura México · Jafra · Andrea Calzado · Tupperware',
    ),
    ...toNamedTypes(
      'Government',
      'Tesorería CDMX · Tenencia Estado de México · Multas Nuevo León · Predial Tijuana',
    ),
    ...toNamedTypes('Toll', 'TAG IAVE · TeleVía · PASE Urbano'),
    ...toNamedTypes('Education', 'UNAM Posgrado · Tec Milenio · Universidad del Valle de México'),
  ],
  CO: [
    ...toNamedTypes(
      'Electricity',
      'EPM Energía · Celsia Valle · Air-e · Afinia · ESSA Santander · CHEC Caldas · Emcali Energía',
    ),
    ...toNamedTypes(
      'Water',
      'Acueducto de Bogotá EAAB · Triple A de Barranquilla · Aguas de Cartagena · EPM Aguas',
    ),
    ...toNamedTypes(
      'Gas',
      'Vanti Gas Natural · Gases de Occidente · Gases del Caribe · Surtigas · Efigas · Alcanos de Colombia · Llanogas',
    ),
    ...toNamedTypes(
      'Internet',
      'Claro Hogar Colombia · Movistar Hogar · Tigo Hogar UNE · ETB Bogotá · Emcali Internet',
    ),
    ...toNamedTypes(
      'Cell',
      'Claro Pospago Colombia · Movistar Pospago Colombia · Tigo Pospago · WOM Pospago',
    ),
    ...toNamedTypes('Cable', 'DirecTV Colombia · HughesNet Colombia'),
    ...toNamedTypes(
      'Credit Cards',
      'Bancolombia Tarjeta · Davivienda Tarjeta · Tarjeta Éxito · Codensa Crédito Fácil',
    ),
    ...toNamedTypes(
      'Government',
      'DIAN Impuestos · SIMIT Comparendos · Predial Bogotá · Impuesto de Vehículos Cundinamarca',
    ),
    ...toNamedTypes('Catalog', 'Yanbal Colombia · Ésika Colombia · Leonisa'),
  ],
  DO: [
    ...toNamedTypes('Electricity', 'EDESUR · EDEESTE · CEPM Punta Cana'),
    ...toNamedTypes('Water', 'CAASD Santo Domingo · CORAASAN Santiago'),
    ...toNamedTypes(
      'Internet',
      'Claro Dominicana · Altice Dominicana · Viva Dominicana · Wind Telecom',
    ),
    ...toNamedTypes('Cable', 'Aster · Telecable Central'),
  ],
  GT: [
    ...toNamedTypes('Electricity', 'EEGSA · Energuate DEOCSA · Energuate DEORSA'),
    ...toNamedTypes('Water', 'EMPAGUA'),
    ...toNamedTypes('Internet', 'Tigo Hogar Guatemala · Claro Guatemala'),
    ...toNamedTypes('Government', 'SAT Guatemala · EMETRA Multas'),
  ],
  HN: [
    ...toNamedTypes('Electricity', 'ENEE · Roatán Electric RECO'),
    ...toNamedTypes('Water', 'SANAA · Aguas de San Pedro · Aguas de Siguatepeque'),
    ...toNamedTypes('Internet', 'Tigo Honduras · Claro Honduras · Hondutel'),
  ],
  SV: [
    ...toNamedTypes('Electricity', 'AES CAESS · AES CLESA · AES EEO · DELSUR'),
    ...toNamedTypes('Water', 'ANDA'),
    ...toNamedTypes('Internet', 'Tigo El Salvador · Claro El Salvador · Digicel El Salvador'),
  ],
};

export const UTILITY_NAME_TEMPLATES: Readonly<
  Record<'es' | 'en' | 'pt', readonly BillerNameAndType[]>
> = {
  es: [
    ...toNamedTypes('Electricity', 'Electrificadora de # · Cooperativa Eléctrica #'),
    ...toNamedTypes('Water', 'Aguas de # · Acueducto Municipal de #'),
    ...toNamedTypes('Gas', 'Gas de #'),
    ...toNamedTypes('Government', 'Impuesto Predial # · Municipalidad de #'),
    ...toNamedTypes('Cable', 'Cable Visión #'),
    ...toNamedTypes('Internet', 'Fibra Óptica #'),
    ...toNamedTypes('Loan', 'Caja de Ahorro # · Créditos Señorial #'),
    ...toNamedTypes('Education', 'Universidad de # · Colegio Niños Héroes #'),
    ...toNamedTypes('Insurance', 'Seguros La Compañía #'),
  ],
  pt: [
    ...toNamedTypes('Electricity', 'Companhia de Energia de # · Eletropaulista #'),
    ...toNamedTypes('Water', 'Saneamento de # · Águas de #'),
    ...toNamedTypes('Gas', 'Gás Natural #'),
    ...toNamedTypes('Government', 'Prefeitura de # IPTU · Detran #'),
    ...toNamedTypes('Internet', 'Fibra Conexão #'),
    ...toNamedTypes('Cable', 'TV a Cabo #'),
    ...toNamedTypes('Loan', 'Crediário #'),
    ...toNamedTypes('Education', 'Faculdade #'),
  ],
  en: [
    ...toNamedTypes('Electricity', '# Electric Company · # Power & Light'),
    ...toNamedTypes('Water', '# Water Works · # Sewer Authority'),
    ...toNamedTypes('Gas', '# Gas Service'),
    ...toNamedTypes('Government', '# Property Tax'),
    ...toNamedTypes('Cable', '# Cable TV'),
    ...toNamedTypes('Internet', '# Broadband'),
    ...toNamedTypes('Loan', '# Savings & Loan'),
    ...toNamedTypes('Education', '# College'),
    ...toNamedTypes('Insurance', '# Mutual Insurance'),
    ...toNamedTypes('Garbage', '# Waste Services'),
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

export const TOP_UP_PRODUCT_NAMES = [
  'Recarga',
  'Paquete Internet',
  'Paquete Redes',
  'Larga Distancia',
];

export const GIFT_CARD_NAMES = [
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

export const PARTNER_NAMES = [
  'BanMéxico Corresponsal',
  'Cooperativa Ahorro y Fe',
  'Remesas Unión',
  'Cuenta Ágil',
  'Banco del Istmo',
  'Microcréditos Doña Inés',
  'Envíos El Cóndor',
  'Monedero Mi Cartera',
];
