// What is done around the boards. In one process, so that one browser and one house serve all of it.

import './finish.mjs';
import './own.mjs';
import './devices.mjs';
import './notify.mjs';
import './lobby.mjs';
import './remarks.mjs';
import './alerts.mjs';
import './meanwhile.mjs';
import './senses.mjs';
import './weather.mjs';
import './traffic.mjs';
import './pocket.mjs';
import './pages.mjs';
import './firefox.mjs';
import './leaving.mjs';
