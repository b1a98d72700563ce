// Stub: see docs/adr/0002-inngest-without-opentelemetry.md. Nothing of ours loads the real package.
exports.getNodeAutoInstrumentations = () => [];
