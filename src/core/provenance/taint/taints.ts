/** Finds the values of a call that come from untrusted content and matter. They must not count as what the user wants. */
import { isFairAmount, ofKind, type Scene, type Traced } from '../scene.ts';

export function taintsOf(scene: Scene): readonly Traced[] {
  const isWritten = ({ origin }: Traced): boolean => origin === 'others';
  // An address in a text matters only if the text is sent somewhere.
  const leading = scene.reachesOut ? ofKind(scene, 'recipient', 'address') : ofKind(scene, 'recipient');
  const isFound = ({ value }: Traced): boolean => scene.facts.effect === 'read' && scene.sources.isFoundLink(value);
  const reachesOut = leading
    .filter(({ origin }) => origin === 'others' || origin === 'listed')
    .filter((value) => !isFound(value));
  // Creating a file with a name that was read is normal work. Destroying a file with such a name is not.
  const places = scene.facts.destructive === true ? ofKind(scene, 'path') : [];
  const actsOn = [...ofKind(scene, 'target', 'credential', 'permission'), ...places].filter(isWritten);
  const costs = ofKind(scene, 'amount').filter((amount) => !isFairAmount(scene, amount));
  // A query to an outside service sends out the text that it consists of.
  const isQuestion =
    scene.facts.effect === 'read' && ofKind(scene, 'target', 'path', 'recipient', 'address').length === 0;
  const asks = isQuestion ? ofKind(scene, 'text').filter(isWritten) : [];
  return [...reachesOut, ...actsOn, ...costs, ...asks];
}
