import { NextIntlClientProvider } from "next-intl";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Field, type FieldProps } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import type { ActionState } from "@/lib/http/action-state";
import { loadMessages } from "@/lib/i18n/messages";

const messages = await loadMessages("en");
const render = (children: ReactNode) =>
  renderToStaticMarkup(createElement(NextIntlClientProvider, { locale: "en", timeZone: "UTC", messages, children }));

function field(props: Partial<FieldProps>, input = {}) {
  const attributes = { name: "shop", label: "Shop", ...props } as FieldProps;
  return render(createElement(Field, attributes, createElement(Input, input)));
}

describe("Field", () => {
  it("labels its control", () => {
    expect(field({})).toMatch(/<label for="field-shop"[^>]*>Shop<\/label><input[^>]*id="field-shop"/);
  });

  it("describes it with hint and error, and says that it is invalid", () => {
    const html = field({ hint: "Before the dot", error: "Does not answer" });
    expect(html).toContain('aria-describedby="field-shop-hint field-shop-error"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toMatch(/<p id="field-shop-error"[^>]*>.*Does not answer/);
    expect(html).toMatch(/<p id="field-shop-hint"[^>]*>Before the dot/);
  });

  it("says neither when there is nothing to say", () => {
    expect(field({})).not.toMatch(/ (aria-describedby|aria-invalid|required)=/);
  });

  it("lets the control's own attributes win", () => {
    expect(field({ required: true }, { id: "mine" })).toMatch(/<input[^>]*id="mine"[^>]*required/);
  });
});

describe("FormMessage", () => {
  const failed: ActionState = {
    status: "failed",
    message: { key: "errors.invalid" },
    fields: { shop: { key: "errors.field_short", params: { limit: 3 } } },
    values: {},
  };

  it("leads to each field at fault, by its name and in words", () => {
    const html = render(createElement(FormMessage, { state: failed, labels: { shop: "Shop" } }));
    expect(html).toContain('<a href="#field-shop"');
    expect(html).toContain("Shop: Enter at least 3 characters.");
  });

  it("shows the reference of an unexpected error", () => {
    const state: ActionState = { ...failed, message: { key: "errors.unexpected" }, fields: {}, reference: "aB3-x_9Z" };
    expect(render(createElement(FormMessage, { state }))).toContain("aB3-x_9Z");
  });

  it("draws nothing without an error, and text only with one", () => {
    expect(render(createElement(FormMessage, { state: { status: "idle" } }))).toBe("");
    const labels = { shop: "<script>alert(1)</script>" };
    expect(render(createElement(FormMessage, { state: failed, labels }))).not.toContain("<script>");
  });
});
