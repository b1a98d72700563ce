// Preloaded into every child: it ends when the process that started it does, even by kill -9.
process.once("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), 1_200);
});
