import { describe, expect, test } from "vitest";
import { mapAttributes } from "@/lib/rules/map-attributes";
import { SOURCE_FIELDS } from "@/lib/rules/schema";
import { attribute, contextFor, NOW_MS, row, sampleCustomer, sampleRule } from "./samples";

const mapOne = (mapping: ReturnType<typeof row>, changes: Parameters<typeof sampleCustomer>[0] = {}) =>
  mapAttributes(sampleCustomer(changes), contextFor(sampleRule({ mapping: [mapping] })));
const phone = (changes: object) => ({
  phone: { number: "+5511961234567", state: "SUBSCRIBED", optInLevel: null, updatedAtMs: NOW_MS, ...changes },
});

describe("SMS goes out only with the phone's own consent", () => {
  const sms = row("phone", attribute("SMS"));
  test("with it, in E.164", () => {
    expect(mapOne(sms)).toEqual({ attributes: { SMS: "+5511961234567" }, omissions: [] });
  });
  test.each([
    { state: "NOT_SUBSCRIBED" },
    { state: "PENDING" },
    { state: null },
    { updatedAtMs: null },
    { updatedAtMs: NOW_MS + 1 },
  ])("%j is left out and said, whatever the e-mail's consent", (changes) => {
    const omissions = [{ attribute: "SMS", why: "phone_without_consent" }];
    expect(mapOne(sms, phone(changes))).toEqual({ attributes: {}, omissions });
  });
  test.each(["UNSUBSCRIBED", "REDACTED"])(
    "after %s the number is cleared in Brevo, so that it is not texted on",
    (state) => {
      const omissions = [{ attribute: "SMS", why: "phone_without_consent" }];
      expect(mapOne(sms, phone({ state }))).toEqual({ attributes: { SMS: "" }, omissions });
    },
  );
  test("a phone that is gone is cleared", () => {
    expect(mapOne(sms, { phone: null })).toEqual({ attributes: { SMS: "" }, omissions: [] });
  });
  test("a number that does not parse is left out and said", () => {
    const omissions = [{ attribute: "SMS", why: "phone_does_not_parse" }];
    expect(mapOne(sms, phone({ number: "123" }))).toEqual({ attributes: {}, omissions });
  });
  test("another field can never be written as SMS", () => {
    const omissions = [{ attribute: "SMS", why: "phone_without_consent" }];
    expect(mapOne(row("lastName", attribute("SMS")), { lastName: "+5511961234567" })).toEqual({
      attributes: {},
      omissions,
    });
  });
});

test("nothing proves a consent for WhatsApp, so it is never written", () => {
  const omissions = [{ attribute: "WHATSAPP", why: "phone_without_consent" }];
  expect(mapOne(row("phone", attribute("WHATSAPP")))).toEqual({ attributes: {}, omissions });
});

test("an ordinary attribute takes the phone without its consent, which gates SMS alone", () => {
  const { attributes } = mapOne(row("phone", attribute("PHONE")), phone({ state: "NOT_SUBSCRIBED" }));
  expect(attributes).toEqual({ PHONE: "+5511961234567" });
});

test("every field of the schema can be read, and none is the text of something else", () => {
  const mapping = SOURCE_FIELDS.map((field) => row(field, attribute(field.toUpperCase())));
  expect(mapAttributes(sampleCustomer(), contextFor(sampleRule({ mapping }))).attributes).toEqual({
    ID: "9007199254740993",
    EMAIL: "Ana.Souza@Example.com",
    PHONE: "+5511961234567",
    FIRSTNAME: "Ana",
    LASTNAME: " Souza ",
    LOCALE: "pt-BR",
    COUNTRYCODE: "BR",
    PROVINCECODE: "SP",
    TAGS: "VIP, wholesale",
    ACCOUNTSTATE: "ENABLED",
    VERIFIEDEMAIL: "true",
    NUMBEROFORDERS: "3",
    AMOUNTSPENT: "129.90",
    AMOUNTSPENTCURRENCY: "BRL",
    CREATEDAT: "2024-03-31T23:30:00.000Z",
    UPDATEDAT: "2026-11-29T11:59:00.000Z",
    CONSENTUPDATEDAT: "2026-11-29T11:59:59.000Z",
  });
});

test("a cleared name is written as an empty text, which clears it in Brevo", () => {
  expect(mapOne(row("firstName", attribute("FIRSTNAME")), { firstName: null }).attributes).toEqual({ FIRSTNAME: "" });
});
