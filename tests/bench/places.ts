/** Where everything is that a measured process needs, and the stand-ins' made-up secrets. */
export interface Places {
  databaseUrl: string;
  apiUrl: string;
  shopDomain: string;
  accessToken: string;
  apiKey: string;
  controlUrl: string;
  controlSecret: string;
}
