/** A name as it is written, and the letters its owner would use in an address. */
export type WrittenName = readonly [written: string, latin: string];

/** Shoppers who write alike: their names, language, and where they live. */
export interface Community {
  locale: string;
  countries: readonly [Place, ...Place[]];
  first: readonly [WrittenName, ...WrittenName[]];
  last: readonly [WrittenName, ...WrittenName[]];
}

export interface Place {
  countryCode: string;
  provinceCode: string | null;
}

const at = (countryCode: string, provinceCode: string | null = null): Place => ({ countryCode, provinceCode });

export const COMMUNITIES: readonly [Community, ...Community[]] = [
  {
    locale: "en",
    countries: [at("GB"), at("US", "NY"), at("US", "CA"), at("IE", "D"), at("CA", "ON")],
    first: [
      ["Mary-Jane", "maryjane"],
      ["Oliver", "oliver"],
      ["Aisling", "aisling"],
      ["Noah", "noah"],
      ["Siân", "sian"],
      ["Grace", "grace"],
    ],
    last: [
      ["O'Brien", "o'brien"],
      ["D’Angelo", "dangelo"],
      ["Smith", "smith"],
      ["Ó Briain", "obriain"],
      ["Null", "null"],
      ["True", "true"],
    ],
  },
  {
    locale: "fr",
    countries: [at("FR"), at("BE"), at("CA", "QC"), at("CH", "GE")],
    first: [
      ["Zoë", "zoe"],
      ["Renée", "renee"],
      ["Jean-François", "jf"],
      ["Chloé", "chloe"],
      ["Anaïs", "anais"],
    ],
    last: [
      ["Lefèvre", "lefevre"],
      ["Garçon", "garcon"],
      ["d’Été", "dete"],
      ["Œuvrard", "oeuvrard"],
    ],
  },
  {
    locale: "de",
    countries: [at("DE"), at("AT"), at("CH", "ZH")],
    first: [
      ["Jürgen", "juergen"],
      ["Käthe", "kaethe"],
      ["Björn", "bjoern"],
      ["Anneliese", "anneliese"],
    ],
    last: [
      ["Müller", "mueller"],
      ["Groß", "gross"],
      ["von der Tann", "vondertann"],
      ["Schäfer", "schaefer"],
    ],
  },
  {
    locale: "pt-BR",
    countries: [at("BR", "SP"), at("BR", "RJ"), at("PT")],
    first: [
      ["João", "joao"],
      ["Conceição", "conceicao"],
      ["Íris", "iris"],
      ["Luís", "luis"],
    ],
    last: [
      ["de la Cruz", "delacruz"],
      ["Gonçalves", "goncalves"],
      ["Araújo", "araujo"],
    ],
  },
  {
    locale: "pl",
    countries: [at("PL"), at("CZ"), at("HU")],
    first: [
      ["Łucja", "lucja"],
      ["Jiří", "jiri"],
      ["Żaneta", "zaneta"],
      ["Győző", "gyozo"],
    ],
    last: [
      ["Kowalska", "kowalska"],
      ["Dvořák", "dvorak"],
      ["Świątek", "swiatek"],
    ],
  },
  {
    locale: "tr",
    countries: [at("TR")],
    first: [
      ["İpek", "ipek"],
      ["Işıl", "isil"],
      ["Çağrı", "cagri"],
    ],
    last: [
      ["Çelik", "celik"],
      ["Yıldız", "yildiz"],
      ["Öztürk", "ozturk"],
    ],
  },
  {
    locale: "vi",
    countries: [at("VN")],
    first: [
      ["Nguyễn", "nguyen"],
      ["Đặng", "dang"],
      ["Thảo", "thao"],
    ],
    last: [
      ["Văn Hùng", "vanhung"],
      ["Thị Hồng", "thihong"],
    ],
  },
  {
    locale: "uk",
    countries: [at("UA"), at("BG")],
    first: [
      ["Дарья", "darya"],
      ["Олексій", "oleksiy"],
      ["Їжакевич", "yizhak"],
    ],
    last: [
      ["Иванова", "ivanova"],
      ["Шевченко", "shevchenko"],
    ],
  },
  {
    locale: "el",
    countries: [at("GR"), at("CY")],
    first: [
      ["Ελένη", "eleni"],
      ["Γιώργος", "giorgos"],
    ],
    last: [
      ["Παππάς", "pappas"],
      ["Οικονόμου", "oikonomou"],
    ],
  },
  {
    locale: "ar",
    countries: [at("AE"), at("EG"), at("SA"), at("MA")],
    first: [
      ["محمد", "mohamed"],
      ["ليلى", "layla"],
      ["نور", "nour"],
    ],
    last: [
      ["العلي", "alali"],
      ["حداد", "haddad"],
    ],
  },
  {
    locale: "he",
    countries: [at("IL")],
    first: [
      ["שרה", "sara"],
      ["דוד", "david"],
    ],
    last: [
      ["כהן", "cohen"],
      ["לוי", "levi"],
    ],
  },
  {
    locale: "ja",
    countries: [at("JP", "JP-13"), at("JP", "JP-27")],
    first: [
      ["美咲", "misaki"],
      ["太郎", "taro"],
      ["ひなた", "hinata"],
    ],
    last: [
      ["佐藤", "sato"],
      ["山田", "yamada"],
      ["髙橋", "takahashi"],
    ],
  },
  {
    locale: "zh-TW",
    countries: [at("TW"), at("HK"), at("SG")],
    first: [
      ["小明", "xiaoming"],
      ["雅婷", "yating"],
      ["𠮷儀", "jiyi"],
    ],
    last: [
      ["王", "wang"],
      ["陳", "chen"],
    ],
  },
  {
    locale: "ko",
    countries: [at("KR")],
    first: [
      ["지우", "jiwoo"],
      ["민준", "minjun"],
    ],
    last: [
      ["김", "kim"],
      ["박", "park"],
    ],
  },
  {
    locale: "hi",
    countries: [at("IN", "MH"), at("IN", "DL")],
    first: [
      ["सीता", "sita"],
      ["अर्जुन", "arjun"],
    ],
    last: [
      ["शर्मा", "sharma"],
      ["देशपांडे", "deshpande"],
    ],
  },
  {
    locale: "th",
    countries: [at("TH")],
    first: [
      ["สมชาย", "somchai"],
      ["มาลี", "malee"],
    ],
    last: [
      ["ใจดี", "jaidee"],
      ["รักไทย", "rakthai"],
    ],
  },
];
