// Everything in one process, so that one browser and one house serve all of it.

import './play.mjs';
import './alone.mjs';
import './phone.mjs';
import './learn.mjs';
import './puzzles.mjs';
import './finish.mjs';
import './own.mjs';
import './devices.mjs';
import './notify.mjs';
import './lobby.mjs';
import './remarks.mjs';
import './alerts.mjs';
import './meanwhile.mjs';
import './telnet.mjs';
import './senses.mjs';
import './weather.mjs';
import './traffic.mjs';
import './study.mjs';
import './review.mjs';
import './pocket.mjs';
import './pages.mjs';
import './firefox.mjs';
import './leaving.mjs';
