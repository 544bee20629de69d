/** Why an email did not arrive, in the words of the mail server, which are seldom Spanish. */
export function MailFailure({ said }: { said: string }) {
  return (
    <>
      {/\b[45]\d\d\b/.test(said) ? 'El servidor de correo respondió: ' : 'No se pudo enviar: '}
      <span lang="en">{said}</span>
    </>
  )
}
