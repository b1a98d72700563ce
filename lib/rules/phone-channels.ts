/** Attributes over which Brevo messages a phone. Shopify's phone consent is for SMS: nothing proves one for WhatsApp, so that is never written. */
export const PHONE_CHANNELS = { sms: "SMS", whatsApp: "WHATSAPP" } as const;
