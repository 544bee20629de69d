import { Link } from 'react-router'
import { HelpIcon } from '../ui/icons/home-icons.tsx'
import { helpTopicAddress, type OwnHelpTopic } from './help-address.ts'
import classes from './help-link.module.css'

const texts: Record<OwnHelpTopic, string> = {
  payment: 'Ayuda para pagar',
  statement: '¿Cómo se lee?',
  deed: '¿Qué es cada paso?',
  requests: '¿Cómo se pide?',
  device: '¿Cómo funciona?',
}

/** From a screen to the help about it. */
export function HelpLink({ topic }: { topic: OwnHelpTopic }) {
  return (
    <Link className={classes.link} to={helpTopicAddress(topic)}>
      <HelpIcon size={18} />
      {texts[topic]}
    </Link>
  )
}
