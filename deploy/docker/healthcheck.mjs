// Ends with 0 while the portal can serve.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready/`).catch(
  () => null,
)
process.exit(answer?.ok ? 0 : 1)
